import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/free-port.ts'

/** A reverse proxy with a configuration of `deploy/proxy`, on loopback. */
export interface RunningProxy {
  port: number
  /** Files on disk that the proxy's process has open, including deleted files, but not programs and devices. */
  openFiles(): Promise<string[]>
  stop(): Promise<void>
}

export interface ProxyProgram {
  name: string
  path: string
  /** Starts the proxy in front of these ports. `change` edits the configuration first. */
  start(upstreams: readonly number[], change?: (text: string) => string): Promise<RunningProxy>
}

const configurations = new URL('../../deploy/proxy/', import.meta.url)

export const nginx: ProxyProgram = {
  name: 'nginx',
  path: '/usr/sbin/nginx',
  start: (upstreams, change = (text) => text) =>
    launch(async (folder, port) => {
      const text = await readFile(new URL('nginx.conf', configurations), 'utf8')
      const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join(' ')
      const site = replaced(change(text), [
        ['server 127.0.0.1:4310 max_fails=0;', servers],
        ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
        ['listen [::]:80;', ''],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
        ['listen [::]:443 ssl http2;', ''],
        ['/etc/letsencrypt/live/attend.example.com/fullchain.pem', join(folder, 'certificate.pem')],
        ['/etc/letsencrypt/live/attend.example.com/privkey.pem', join(folder, 'key.pem')],
      ])
      await writeFile(join(folder, 'site.conf'), site)
      await mkdir(join(folder, 'temporary'))
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`).join(' ')
      const wholeConfig = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
        events {} http { ${temporary} include ${join(folder, 'site.conf')}; }`
      await writeFile(join(folder, 'nginx.conf'), wholeConfig)
      return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
    }, nginx.path),
}

export const caddy: ProxyProgram = {
  name: 'Caddy',
  path: '/usr/bin/caddy',
  start: (upstreams, change = (text) => text) =>
    launch(async (folder, port) => {
      const text = await readFile(new URL('Caddyfile', configurations), 'utf8')
      const site = replaced(change(text), [
        ['127.0.0.1:4310', upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ')],
        [
          'attend.example.com {',
          `https://attend.example.com:${port} {
          bind 127.0.0.1
          tls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`,
        ],
      ])
      await writeFile(join(folder, 'Caddyfile'), `{\n admin off\n auto_https off\n}\n${site}`)
      return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
    }, caddy.path),
}

/** Debian has packages of nginx and Caddy. */
export const isInstalled = ({ path }: ProxyProgram) => existsSync(path)

/** @throws Error if a text to replace is missing, because the test would then run another configuration */
export function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The configuration does not contain “${from}”`)
    return before.replace(from, () => to)
  }, text)
}

async function launch(
  configure: (folder: string, port: number) => Promise<string[]>,
  program: string,
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-proxy-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=attend.example.com'
  execFileSync('openssl', ['req', ...kind.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const port = await freePort()
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, await configure(folder, port), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const exit = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${log}`)
    await pause(20)
  }
  return {
    port,
    openFiles: () => filesOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await exit
      await rm(folder, { recursive: true })
    },
  }
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function filesOf(pid: number): Promise<string[]> {
  const found: string[] = []
  for (const descriptor of await readdir(`/proc/${pid}/fd`)) {
    const path = `/proc/${pid}/fd/${descriptor}`
    const isFile = await stat(path).then(
      (each) => each.isFile(),
      () => false,
    )
    if (isFile) found.push(await readlink(path))
  }
  return found
}
