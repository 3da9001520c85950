# One executable, the libraries it needs and certificates: no shell, no package manager, no Node beside it.
#
#   docker build -t hushlink .
#
# A release also names itself: --build-arg VERSION=$(npm pkg get version | tr -d '"')
# --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE=https://…
# --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

# Tags move: where two builds have to be the same, or nobody else may decide, name both by digest (…@sha256:…).
# Has npm 10 or newer; the Node that is built in comes with the packages.
ARG BUILD_IMAGE=docker.io/library/node:26-trixie
# A Debian as old as that one, or newer: its libraries go into the image.
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
# Whoever needs an .npmrc gives it for this step alone, --secret id=npmrc,src=$HOME/.npmrc; no layer has it.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
ARG VERSION=unreleased
RUN test "$VERSION" = unreleased || test "\"$VERSION\"" = "$(npm pkg get version)" \
    || { echo "VERSION is $VERSION, and package.json says $(npm pkg get version)" >&2; exit 1; }
ARG SOURCE_DATE_EPOCH=0
RUN npm run build:binary

FROM ${BASE_IMAGE} AS root
RUN dpkg-query --status libatomic1 libstdc++6 ca-certificates > /dev/null 2>&1 \
    || { apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 ca-certificates; }
COPY --from=build /src/dist/hushlink /src/LICENSE /src/src/build/image-root.sh /build/
ARG SOURCE_DATE_EPOCH=0
RUN sh /build/image-root.sh /build /image

FROM scratch
ARG VERSION=unreleased
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="Hushlink" \
      org.opencontainers.image.description="Hand somebody a secret: a link that shows it once, and then is gone." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
COPY --from=root /image/ /
# Authorities: those of Node and those of this file, over which others can be mounted.
ENV HOST=0.0.0.0 \
    HUSHLINK_DATA=/data \
    TMPDIR=/data \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    NODE_USE_SYSTEM_CA=1
# The one place where anything is written.
VOLUME /data
# Not there: whom it is closed to could not even be told so.
WORKDIR /
USER 65532:65532
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["/hushlink", "healthcheck"]
ENTRYPOINT ["/hushlink"]
CMD ["serve"]
