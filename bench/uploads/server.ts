// The product's server in its own process. Reports its memory.
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

const running = await startServer(
  readConfig(),
  async () => async (_, response) => {
    response.writeHead(404).end()
  },
  { development: false },
)

let peak = 0
const measure = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 10)

process.on('message', (asked) => {
  if (asked === 'stop') {
    clearInterval(measure)
    void running.stop().then(() => process.disconnect())
    return
  }
  const now = process.memoryUsage.rss()
  process.send?.({ now, peak: Math.max(peak, now), cpu: process.cpuUsage() })
  if (asked === 'begin') peak = now
})
process.send?.({ ready: true })
