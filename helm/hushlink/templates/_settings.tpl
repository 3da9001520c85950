{{- /* Every secret of the configuration: its key there by its name in the values. */}}
{{- define "hushlink.secretKeys" -}}
siteSecret: site.secret
previousSecrets: site.previous_secrets
store: store
mailSmtp: mail.smtp
incomingPassphrase: incoming.passphrase
stripeKey: billing.stripe_key
webhookSecret: billing.webhook_secret
{{- end -}}

{{- /* The environment name of a key. */}}
{{- define "hushlink.variable" -}}
HUSHLINK_{{ . | upper | replace "." "_" }}
{{- end -}}

{{- /* Secrets that are given, by value or by the name of a Secret; 'true' or nothing. */}}
{{- define "hushlink.isGiven" -}}
{{- if or .existingSecret .value }}true{{ end -}}
{{- end -}}

{{- /* Secrets whose value stands in the values: they go into a Secret of ours. */}}
{{- define "hushlink.ownSecrets" -}}
{{- $own := dict -}}
{{- range $name, $secret := .Values.secrets -}}
{{- if and $secret.value (not $secret.existingSecret) -}}
{{- $_ := set $own $name $secret.value -}}
{{- end -}}
{{- end -}}
{{- toYaml $own -}}
{{- end -}}

{{- /* '25s', '10m', 25 → seconds. */}}
{{- define "hushlink.seconds" -}}
{{- $text := toString . -}}
{{- $unit := regexReplaceAll "^[0-9]+ ?" $text "" -}}
{{- mul (regexFind "^[0-9]+" $text) (get (dict "" 1 "s" 1 "m" 60 "h" 3600 "d" 86400) $unit) -}}
{{- end -}}

{{- /* '500ms', '30s', as Prometheus writes them → milliseconds. */}}
{{- define "hushlink.promMs" -}}
{{- mul (regexFind "^[0-9]+" .) (get (dict "ms" 1 "s" 1000 "m" 60000 "h" 3600000) (regexFind "[a-z]+$" .)) -}}
{{- end -}}

{{- /* Longer than a stop takes: what is killed before its end loses answers. What is null is the server's own default. */}}
{{- define "hushlink.gracePeriodSeconds" -}}
{{- $marginSeconds := 10 -}}
{{- $listen := default (dict) (get (default (dict) .Values.config) "listen") -}}
{{- $delay := hasKey $listen "drain_delay" | ternary $listen.drain_delay "0s" -}}
{{- $drain := hasKey $listen "drain" | ternary $listen.drain "25s" -}}
{{- add (include "hushlink.seconds" $delay) (include "hushlink.seconds" $drain) $marginSeconds -}}
{{- end -}}

{{- /* Ports of DNS servers: those that are opened, and those that `config.domains.resolvers` names; an IPv6 address is in
brackets where a port follows. */}}
{{- define "hushlink.dnsPorts" -}}
{{- $ports := toStrings .Values.networkPolicy.dns.ports -}}
{{- $resolvers := dig "domains" "resolvers" list (default (dict) .Values.config) -}}
{{- range kindIs "string" $resolvers | ternary (splitList "," (toString $resolvers)) $resolvers -}}
{{- $resolver := trim . -}}
{{- if regexMatch "^([[].*[]]|[0-9.]+):[0-9]+$" $resolver -}}
{{- $ports = append $ports (regexFind "[0-9]+$" $resolver | atoi | toString) -}}
{{- end -}}
{{- end -}}
{{- dict "ports" (uniq $ports) | toYaml -}}
{{- end -}}

{{- /* Whether there may be more than one pod; 'true' or nothing. */}}
{{- define "hushlink.isMany" -}}
{{- if or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled }}true{{ end -}}
{{- end -}}

{{- /* Whether anybody may share by the API, as the test does; 'true' or nothing. */}}
{{- define "hushlink.isOpen" -}}
{{- $isApiOn := dig "api" "enabled" true (default (dict) .Values.config) -}}
{{- $isForAnyone := eq (dig "secrets" "create" "allowed" "anyone" (default (dict) .Values.config)) "anyone" -}}
{{- $networks := dig "secrets" "create" "networks" list (default (dict) .Values.config) -}}
{{- if and $isApiOn $isForAnyone (not $networks) }}true{{ end -}}
{{- end -}}
