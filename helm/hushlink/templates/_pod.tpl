{{- /* The pod of both workloads. */}}
{{- define "hushlink.podTemplate" -}}
{{- $given := list }}
{{- range $name, $secret := .Values.secrets }}
{{- if include "hushlink.isGiven" $secret }}{{ $given = append $given $name }}{{ end }}
{{- end }}
{{- $own := fromYaml (include "hushlink.ownSecrets" .) -}}
metadata:
  labels:
    {{- include "hushlink.labels" (dict "root" . "component" "server" "more" .Values.podLabels) | nindent 4 }}
  annotations:
    checksum/config: {{ toYaml .Values.config | sha256sum }}
    {{- with $own }}
    # Stretched: a plain hash would let whoever may read pods, but no Secrets, try passphrases.
    checksum/secret: {{ derivePassword 1 "maximum" (toJson .) "hushlink" "secret" | sha256sum }}
    {{- end }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  serviceAccountName: {{ include "hushlink.serviceAccountName" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # config.listen.drain_delay, then config.listen.drain, then a margin.
  terminationGracePeriodSeconds: {{ include "hushlink.gracePeriodSeconds" . }}
  securityContext:
    {{- include "hushlink.podSecurity" . | nindent 4 }}
  containers:
    - name: hushlink
      image: {{ include "hushlink.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve]
      securityContext:
        {{- include "hushlink.containerSecurity" . | nindent 8 }}
      env:
        {{- include "hushlink.env" (dict "root" . "given" $given) | nindent 8 }}
      ports:
        - name: http
          containerPort: 3000
        {{- if .Values.internal.enabled }}
        - name: internal
          containerPort: {{ .Values.internal.port }}
        {{- end }}
      {{- range $probe, $path := dict "startup" "/startupz" "liveness" "/livez" "readiness" "/readyz" }}
      {{ $probe }}Probe:
        httpGet:
          path: {{ $path }}
          port: http
        {{- toYaml (get $.Values.probes $probe) | nindent 8 }}
      {{- end }}
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: config
          mountPath: /etc/hushlink
          readOnly: true
        {{- if $given }}
        - name: secrets
          mountPath: /run/secrets/hushlink
          readOnly: true
        {{- end }}
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- with .Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- include "hushlink.volumes" (dict "root" . "given" $given) | nindent 4 }}
  {{- with include "hushlink.placement" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- if and (eq .Values.store.kind "redis") .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- range .Values.topologySpreadConstraints }}
    - labelSelector:
        matchLabels:
          {{- include "hushlink.selectorLabels" $ | nindent 10 }}
      {{- toYaml (omit . "labelSelector") | nindent 6 }}
    {{- end }}
  {{- end }}
{{- end -}}

{{- /* Where a pod runs, the server's and that of the test. */}}
{{- define "hushlink.placement" -}}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* What the chart decides is set by variables, which win over the ConfigMap and over those of the image. extraEnv
would win over them: checks.yaml refuses their names there. */}}
{{- define "hushlink.env" -}}
{{- $keys := fromYaml (include "hushlink.secretKeys" .root) -}}
{{- with .root.Values -}}
- name: HUSHLINK_CONFIG
  value: /etc/hushlink/hushlink.yaml
- name: HUSHLINK_DATA
  value: /data
- name: TMPDIR
  value: /tmp
- name: HUSHLINK_LISTEN_HOST
  value: {{ .listenHost | quote }}
- name: HUSHLINK_LISTEN_PORT
  value: "3000"
{{- if .internal.enabled }}
- name: HUSHLINK_LISTEN_INTERNAL_HOST
  value: {{ .listenHost | quote }}
- name: HUSHLINK_LISTEN_INTERNAL_PORT
  value: {{ .internal.port | quote }}
{{- end }}
{{- with .store.address }}
- name: HUSHLINK_STORE
  value: {{ . | quote }}
{{- end }}
{{- if .store.waitReplicas }}
- name: HUSHLINK_STORE_WAIT_REPLICAS
  value: {{ .store.waitReplicas | quote }}
{{- end }}
{{- end }}
{{- range .given }}
- name: {{ include "hushlink.variable" (get $keys .) }}_FILE
  value: /run/secrets/hushlink/{{ kebabcase . }}
{{- end }}
{{- with .root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "hushlink.volumes" -}}
{{- $root := .root -}}
- name: config
  configMap:
    name: {{ include "hushlink.fullname" $root }}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- if .given }}
- name: secrets
  projected:
    # 0440: for fsGroup to read.
    defaultMode: 288
    sources:
      {{- range .given }}
      {{- $secret := get $root.Values.secrets . }}
      - secret:
          name: {{ default (include "hushlink.fullname" $root) $secret.existingSecret }}
          items:
            - key: {{ ternary $secret.key (kebabcase .) (ne $secret.existingSecret "") }}
              path: {{ kebabcase . }}
      {{- end }}
{{- end }}
{{- if eq $root.Values.store.kind "redis" }}
- name: data
  emptyDir:
    sizeLimit: 64Mi
{{- else if $root.Values.persistence.existingClaim }}
- name: data
  persistentVolumeClaim:
    claimName: {{ $root.Values.persistence.existingClaim }}
{{- end }}
{{- with $root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* The Pod Security level 'restricted'; nothing in the values loosens it. */}}
{{- define "hushlink.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.runAs }}
{{- with .user }}
runAsUser: {{ int64 . }}
{{- end }}
{{- with .group }}
runAsGroup: {{ int64 . }}
{{- end }}
{{- with .volumeGroup }}
fsGroup: {{ int64 . }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "hushlink.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
