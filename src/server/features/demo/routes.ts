import { endpoints } from '#server/http/implement.ts'
import { enterDemo } from './enter-demo.ts'

export const demoRoutes = {
  enter: endpoints.demo.enter.handler(({ context }) => enterDemo(context)),
}
