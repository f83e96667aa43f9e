import { serveGenerations } from './serve.ts'

serveGenerations()
