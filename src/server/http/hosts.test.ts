import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createHostCheck, type HostSettings } from './hosts.ts'

const loopback = ['localhost', 'localhost:4310', '127.0.0.1:4310', '127.9.9.9', '[::1]:4310', 'LOCALHOST:80']
const foreign = [
  undefined,
  '',
  'elsewhere.example',
  'localhost.elsewhere.example',
  '127.0.0.1.elsewhere.example',
  'elsewhere.example:4310',
  'localhost:4310@elsewhere.example',
  'localhost:x',
  'localhost, elsewhere.example',
]
const installations: [string, HostSettings, { accepted: string[]; refused: string[] }][] = [
  [
    'a public address',
    { PUBLIC_URL: 'https://attend.example/', HOST: '0.0.0.0' },
    {
      accepted: ['attend.example', 'attend.example:443', 'Attend.Example'],
      refused: ['attend.example:4310', '192.168.1.5:4310', hostname(), 'attend.example.elsewhere.example'],
    },
  ],
  [
    'a public address with a port',
    { PUBLIC_URL: 'http://192.168.1.5:4310', HOST: '192.168.1.5' },
    { accepted: ['192.168.1.5:4310'], refused: ['192.168.1.5', '192.168.1.6:4310'] },
  ],
  ['one machine', { HOST: '127.0.0.1' }, { accepted: [], refused: ['192.168.1.5:4310', '[fe80::1]', hostname()] }],
  [
    'a clinic, listening on one address',
    { HOST: '192.168.1.5' },
    { accepted: ['192.168.1.5:4310', hostname(), `${hostname()}.local:4310`], refused: [] },
  ],
  [
    'a clinic, listening on every address',
    { HOST: '0.0.0.0' },
    { accepted: ['192.168.1.5:4310', '10.0.0.1', '[2001:db8::1]:4310', hostname()], refused: [] },
  ],
  ['a clinic with a name', { HOST: 'clinic-server' }, { accepted: ['clinic-server:4310'], refused: ['clinic'] }],
]

describe.each(installations)('the host check of an installation (%s)', (_, settings, { accepted, refused }) => {
  const isOwnHost = createHostCheck(settings)

  test('the host check accepts loopback and its own addresses', () => {
    expect([...loopback, ...accepted].filter((host) => !isOwnHost(host))).toEqual([])
  })

  test('the host check rejects all other names, as in DNS rebinding', () => {
    expect([...foreign, ...refused].filter((host) => isOwnHost(host))).toEqual([])
  })
})
