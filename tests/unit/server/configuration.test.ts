import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { configurationProblems, suspectVariables } from '../../../server/configuration.ts'
import { startS3 } from '../../s3-server.ts'

test.each([
  ['PORT', ['80', '3000', '65535'], ['0', '65536', 'http', '3000.5', '-1', '3e3']],
  [
    'ORIGIN',
    ['https://rete.example.it', 'http://127.0.0.1:3000'],
    ['rete.example.it', 'https://rete.example.it/', 'https://r.it/app', 'ftp://r.it'],
  ],
  [
    'SMTP_URL',
    ['smtp://a:b@posta.example.it:587', 'smtps://posta.example.it'],
    ['posta.example.it:25', 'https://posta.example.it', 'smtp://'],
  ],
  ['TRUST_PROXY', ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback'], ['true', '1', 'nginx', '10.0.0.0/33', '127.0.0.1,']],
  ['LOG_LEVEL', ['info', 'silent'], ['INFO', 'verbose']],
  ['ERROR_DSN', ['https://chiave@errori.example.it/4'], ['https://errori.example.it/4', 'https://chiave@errori.example.it', 'chiave']],
  [
    'DATABASE_URL',
    ['postgres://a:b@db:5432/piazzale', 'postgresql://db/piazzale', 'postgres://a@localhost/postgres?host=%2Ftmp%2Fpg'],
    ['db:5432/piazzale', 'mysql://db/piazzale', 'postgres://a:b@db', 'postgres://a:p@ss#@db/piazzale'],
  ],
  ['MAIL_RATE', ['5', '0.5'], ['0', '-1', 'cinque', 'Infinity']],
  ['GOOGLE_CALENDAR_URL', ['https://calendario.example.it/v3'], ['calendario']],
  ['METRICS_TOKEN', ['sedici-lettere-o-piu'], ['corto']],
  ['MIMIT_URL', ['off', 'https://www.example.it/csv/'], ['no']],
  [
    'FILES_URL',
    ['s3://CHIAVE:se%2Fgreto@s3.example.it/rete', 's3://a:b@127.0.0.1:9000/rete/prova/?region=eu-south-1&tls=0'],
    [
      'https://s3.example.it/rete',
      's3://s3.example.it/rete',
      's3://a:b@s3.example.it',
      's3://a:b@s3.example.it/Rete',
      's3://a:b/c@s3.example.it/rete',
    ].concat([
      's3://a:b@s3.example.it/rete?tls=no',
      's3://a:b@s3.example.it/rete?regione=eu',
      's3://a:b@s3.example.it/rete/../altro x',
      's3://a:%@s3.example.it/rete',
    ]),
  ],
  ['FILES_KEY', [Buffer.alloc(32).toString('base64')], ['abc']],
  ['MAIL_FROM', ['Rete <rete@example.it>', 'rete@example.it'], ['Rete']],
  ['PROFILE', ['demo'], ['prodution', 'Production']],
  ['DATABASE', ['embedded'], ['postgres']],
])('%s: what is right is taken, what is malformed gets one Italian sentence', (name, right, wrong) => {
  const given = (value: string) => ({ ...(name === 'FILES_URL' && { FILES_KEY: Buffer.alloc(32).toString('base64') }), [name]: value })
  for (const value of right) expect(configurationProblems(given(value)), value).toEqual([])
  for (const value of wrong) {
    const said = configurationProblems(given(value))
    expect(said, value).toHaveLength(1)
    expect(said[0], value).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
  }
})
test('no sentence repeats a value, which may hold a password', () => {
  const secret = 'parola-segreta'
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'ERROR_DSN', 'FILES_KEY', 'FILES_URL', 'ORIGIN', 'TRUST_PROXY'])
    expect(configurationProblems({ [name]: `x://a:${secret}@@/` }).join()).toMatch(new RegExp(`^(?!.*${secret}).+`))
})
test('a bucket needs the key of encrypted files in words, because each process would make one of its own', () => {
  expect(configurationProblems({ FILES_URL: 's3://a:b@s3.example.it/rete' })).toEqual([
    expect.stringContaining('FILES_URL richiede FILES_KEY'),
  ])
})
test('production on the embedded database needs to be said', () => {
  expect(configurationProblems({ PROFILE: 'production' })).toEqual([expect.stringContaining('DATABASE=embedded')])
  expect(configurationProblems({ PROFILE: 'production', DATABASE: 'embedded' })).toEqual([])
  expect(configurationProblems({ PROFILE: 'production', DATABASE_URL: 'postgres://db/piazzale' })).toEqual([])
  expect(configurationProblems({ DATABASE: 'embedded', DATABASE_URL: 'postgres://db/piazzale' })).toHaveLength(1)
  expect(configurationProblems({})).toEqual([])
  // Empty is as good as absent.
  expect(configurationProblems({ DATABASE_URL: '', SMTP_URL: ' ', PORT: '' })).toEqual([])
  expect(configurationProblems({ PROFILE: 'production', DATABASE_URL: '' })).toEqual([expect.stringContaining('DATABASE=embedded')])
})
test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PIAZZALE_PORT', 'PORT'],
  ['PROT', 'PORT'],
  ['PROFIL', 'PROFILE'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUST_PROXIES', ''],
  ['TRUST-PROXY', 'TRUST_PROXY'],
  ['PIAZZALE_COLOUR', ''],
  ['ORIGINE', 'ORIGIN'],
])('%s is named as misspelt', (name, meant) => {
  const said = suspectVariables({ [name]: 'x' })
  if (!meant && !name.startsWith('PIAZZALE')) return expect(said).toEqual([])
  expect(said).toEqual([expect.stringContaining(name)])
  if (meant) expect(said[0]).toContain(`forse è ${meant}.`)
})
test("the variables of a system are not taken for ours, nor are ours for somebody's mistake", () => {
  const usual =
    'HOME HOST HOSTNAME HOSTTYPE LOGNAME MAIL PATH PWD SHELL SHLVL TERM TMPDIR USER LANG LC_ALL NODE_ENV NODE_OPTIONS npm_config_loglevel EDITOR OLDPWD'
  expect(suspectVariables(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([])
  expect(suspectVariables({ DATABASE_URL: 'x', DATABASE: 'embedded', BACKUP_PASSPHRASE: 'x' })).toEqual([])
})

const inFolder = (script: string, env: Record<string, string>) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))
  const { PATH = '', TMPDIR = '' } = process.env
  const given = { PATH, ...(TMPDIR && { TMPDIR }), DATA_DIR: folder, MIMIT_URL: 'off', ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', script], {
    env: given,
    encoding: 'utf8',
  })
  return { status, stdout, stderr, folder }
}
test('the check says what it would run on and starts nothing; a start refuses what the check refuses, in words and without a stack', () => {
  const good = inFolder('server/cli/check.ts', { DATABSE_URL: 'postgres://db/piazzale', TRUST_PROXY: '127.0.0.1' })
  expect(good.status, good.stderr).toBe(0)
  expect(good.stderr).toBe('La variabile DATABSE_URL non esiste e non viene letta: forse è DATABASE_URL.\n')
  for (const said of ['Database', 'Profilo', 'Cartella dati', 'File', 'Email', 'Proxy', 'La configurazione è utilizzabile.'])
    expect(good.stdout).toContain(said)
  expect(fs.readdirSync(good.folder)).toEqual([])
  const bad = { PORT: 'tremila', ORIGIN: 'rete', PROFILE: 'production', DATABSE_URL: 'postgres://db/piazzale' }
  for (const script of ['server/cli/check.ts', 'server/main.ts']) {
    const { status, stdout, stderr, folder } = inFolder(script, bad)
    expect([status, stdout], script).toEqual([1, ''])
    expect(stderr, script).toMatch(/^La variabile DATABSE_URL .*\nORIGIN .*\nPORT .*\nPROFILE=production senza DATABASE_URL .*\n$/)
    expect(fs.readdirSync(folder), 'no empty database is made').toEqual([])
  }
})
test('a data folder that cannot be one, a database and a mail server that do not answer are told by the check', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-')), 'file')
  fs.writeFileSync(file, '')
  const away = { DATA_DIR: file, DATABASE_URL: 'postgres://a:segreto@127.0.0.1:1/piazzale', SMTP_URL: 'smtp://a:segreto@127.0.0.1:1' }
  const { status, stderr } = inFolder('server/cli/check.ts', away)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    `"${file}" non è una cartella: indicarne un'altra con DATA_DIR.`,
    'PostgreSQL non è raggiungibile: avviarlo, oppure correggere DATABASE_URL.',
    expect.stringMatching(/^Il server di posta di SMTP_URL non risponde/),
  ])
  expect(stderr).not.toMatch(/segreto|\bat /)
})
test('the check and the start say in which bucket files are, without its key; one that is not there, refuses or does not answer is told in one sentence', {
  timeout: 60_000,
}, async () => {
  const s3 = await startS3()
  const FILES_KEY = Buffer.alloc(32).toString('base64')
  const checked = async (FILES_URL: string, script = 'server/cli/check.ts') => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-')),
      MIMIT_URL: 'off',
      FILES_KEY,
      FILES_URL,
    }
    const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', script], { env: { ...env, NODE_NO_WARNINGS: '1' } })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, err }
  }
  const good = await checked(s3.url('rete/uno'))
  expect(good).toEqual({
    err: '',
    out: expect.stringMatching(/File +archivio S3 127\.0\.0\.1:\d+\/rete\/uno, chiave dei file cifrati in FILES_KEY\n/),
  })
  expect(good.out).not.toContain('S3RVER')
  expect((await checked(s3.url('altro'))).err).toBe(
    "Il contenitore di FILES_URL non esiste: crearlo nell'archivio S3, oppure correggere FILES_URL.\n",
  )
  expect((await checked(s3.url().replace('S3RVER:S3RVER', 'altra:S3RVER'))).err).toMatch(
    /^L'archivio S3 di FILES_URL rifiuta l'accesso \(InvalidAccessKeyId\).*\n$/,
  )
  const away = "L'archivio S3 di FILES_URL non è raggiungibile: avviarlo, oppure correggere FILES_URL.\n"
  expect(await checked('s3://a:segreto@127.0.0.1:1/rete?tls=0', 'server/main.ts')).toEqual({ out: '', err: away })
  await s3.stop()
})
