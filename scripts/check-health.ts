// The health check of the container image: exit code 0 while the process is live.
const { PORT, HEALTH_PORT, ROLES = 'web' } = process.env
const port = ROLES.includes('web') ? PORT : HEALTH_PORT
const isLive = await fetch(`http://127.0.0.1:${port}/api/health/live`).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isLive ? 0 : 1
