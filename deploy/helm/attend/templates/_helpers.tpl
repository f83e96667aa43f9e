{{- define "attend.labels" -}}
app.kubernetes.io/name: attend
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "attend.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "attend.databaseCluster" -}}
{{ .Release.Name }}-database
{{- end }}

{{/* Fails for settings that the chart sets itself, and for secrets. */}}
{{- define "attend.checkSettings" -}}
{{- range $name := list "ROLES" "TRUST_PROXY" "DRAIN_SECONDS" "AUDIT_ANCHOR" "PORT" "HEALTH_PORT" "DATA_DIR" }}
{{- if hasKey $.Values.settings $name }}
{{- fail (printf "settings.%s: the chart sets it itself. Remove it." $name) }}
{{- end }}
{{- end }}
{{- range $name := list "APP_SECRET" "APP_SECRET_FORMER" "DATABASE_URL" "METRICS_TOKEN" "S3_SECRET_ACCESS_KEY" }}
{{- if hasKey $.Values.settings $name }}
{{- fail (printf "settings.%s: move it to the secret that existingSecret names." $name) }}
{{- end }}
{{- end }}
{{- end }}

{{/* What all pods have in common. Takes root, role, command, probes (or nil) and resources. */}}
{{- define "attend.pod" -}}
{{- include "attend.checkSettings" .root -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ .root.Release.Name }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: attend
    image: {{ include "attend.image" .root | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    {{- with .command }}
    args: {{- toYaml . | nindent 6 }}
    {{- end }}
    env:
      - { name: ROLES, value: {{ .role }} }
      - { name: TRUST_PROXY, value: 'true' }
      - { name: DRAIN_SECONDS, value: '3' }
      - { name: AUDIT_ANCHOR, value: /data/anchor/audit-anchor.json }
      {{- range $name, $value := $values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
      {{- if $values.database.enabled }}
      - name: DATABASE_URL
        valueFrom:
          secretKeyRef: { name: {{ include "attend.databaseCluster" .root }}-app, key: uri }
      {{- end }}
    envFrom:
      - secretRef: { name: {{ $values.existingSecret }} }
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    {{- if .probes }}
    ports:
      - { name: http, containerPort: 4310 }
    # A start waits for the database and its migrations.
    startupProbe:
      httpGet: { path: /api/health/live, port: http }
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /api/health/live, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
    readinessProbe:
      httpGet: { path: /api/health/ready, port: http }
      periodSeconds: 2
      timeoutSeconds: 4
      failureThreshold: 1
    lifecycle:
      # Until then, every proxy knows that this pod stops.
      preStop:
        sleep: { seconds: 5 }
    {{- end }}
    {{- with .resources }}
    resources: {{- toYaml . | nindent 6 }}
    {{- end }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      - { name: shared, mountPath: /data/models, subPath: models }
      - { name: shared, mountPath: /data/anchor, subPath: anchor }
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
  - name: shared
    persistentVolumeClaim: { claimName: {{ .root.Release.Name }}-shared }
{{- end }}
