{{- define "hushlink.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- /* Shortened, so that every name that is made of it stays below 63 characters. */}}
{{- define "hushlink.fullname" -}}
{{- $name := include "hushlink.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "hushlink.internalName" -}}
{{ include "hushlink.fullname" . }}-internal
{{- end -}}

{{- define "hushlink.serviceAccountName" -}}
{{- $own := ternary (include "hushlink.fullname" .) "default" .Values.serviceAccount.create -}}
{{- default $own .Values.serviceAccount.name -}}
{{- end -}}

{{- /* What never changes, since a workload's selector cannot be changed. */}}
{{- define "hushlink.selectorLabels" -}}
app.kubernetes.io/name: {{ include "hushlink.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: server
{{- end -}}

{{- /* Labels of a part: (dict "root" $ "component" "server" "more" map). */}}
{{- define "hushlink.labels" -}}
{{- $own := dict
  "app.kubernetes.io/name" (include "hushlink.name" .root)
  "app.kubernetes.io/instance" .root.Release.Name
  "app.kubernetes.io/component" .component
  "app.kubernetes.io/version" (.root.Chart.AppVersion | replace "+" "_" | trunc 63)
  "app.kubernetes.io/managed-by" .root.Release.Service
  "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-")
-}}
{{- toYaml (mergeOverwrite (dict) .root.Values.commonLabels (default (dict) .more) $own) -}}
{{- end -}}

{{- define "hushlink.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* The name of the site without its port, in lower case as Kubernetes takes names; empty without one. */}}
{{- define "hushlink.siteName" -}}
{{- regexReplaceAll ":[0-9]+$" (include "hushlink.siteHost" .) "" | lower -}}
{{- end -}}

{{- define "hushlink.siteHost" -}}
{{- default "" (dig "site" "host" "" (default (dict) .Values.config)) -}}
{{- end -}}
