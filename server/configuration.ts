import net from 'node:net'
import { readS3Address, S3_FORM } from './lib/files/s3-address.ts'
import { readServiceAccount } from './lib/jobs/google-calendar.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Every variable that the server or a command reads. */
const KNOWN = [
  'BACKUP_PASSPHRASE',
  'DATABASE',
  'DATABASE_URL',
  'DATA_DIR',
  'DROP_DIR',
  'ERROR_DSN',
  'FILES_KEY',
  'FILES_URL',
  'GOOGLE_CALENDAR_ID',
  'GOOGLE_CALENDAR_KEY',
  'GOOGLE_CALENDAR_URL',
  'HOST',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MAIL_RATE',
  'MAP_CREDIT',
  'MAP_TILES',
  'METRICS_TOKEN',
  'MIMIT_URL',
  'ORIGIN',
  'PORT',
  'PROFILE',
  'SMTP_URL',
  'TRUST_PROXY',
] as const
type Name = (typeof KNOWN)[number]
/** Variables of systems and shells that look like ours and are not. */
const FOREIGN = new Set(['HOME', 'MAIL', 'POST', 'PORTS', 'HOSTS'])
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** Names that the proxy setting knows for addresses of this machine and of private networks. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

const url = (text: string, ...protocols: string[]) => {
  const at = URL.canParse(text) ? new URL(text) : undefined
  return at && protocols.includes(at.protocol) ? at : undefined
}
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = net.isIP(address)
  if (NETWORKS.includes(text)) return true
  if (!version || more.length) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
const isDsn = (text: string) => {
  const at = url(text, 'http:', 'https:')
  return !!at?.username && /\/\w+$/.test(at.pathname)
}
/** A folder of PostgreSQL's socket stands in the query, and needs no host. */
const isDatabase = (text: string) => {
  const at = url(text, 'postgres:', 'postgresql:')
  return !!at && (!!at.hostname || at.searchParams.has('host')) && at.pathname.length > 1
}
const isServiceAccount = (file: string) => {
  try {
    return !!readServiceAccount(file)
  } catch {
    return false
  }
}

/** How the value of a variable must look, and the sentence for one that does not. None quotes a value that may hold a password. */
const FORMS: Partial<Record<Name, { right: (text: string) => boolean; said: string }>> = {
  DATABASE: {
    right: (text) => text === 'embedded',
    said: 'DATABASE ammette un solo valore, "embedded": il database integrato, scelto espressamente.',
  },
  DATABASE_URL: {
    right: isDatabase,
    said: 'DATABASE_URL non è un indirizzo di PostgreSQL: serve postgres://utente:password@host:5432/database, con i caratteri speciali della password scritti in forma codificata (%40 per @).',
  },
  ERROR_DSN: { right: isDsn, said: 'ERROR_DSN non è un DSN: serve https://chiave@host/progetto.' },
  FILES_KEY: {
    right: (text) => Buffer.from(text.trim(), 'base64').length === 32,
    said: 'FILES_KEY deve contenere 32 byte scritti in base64: la chiave dei file cifrati.',
  },
  FILES_URL: { right: (text) => !!readS3Address(text), said: S3_FORM },
  GOOGLE_CALENDAR_KEY: {
    right: isServiceAccount,
    said: 'GOOGLE_CALENDAR_KEY non indica un file leggibile con la chiave JSON di un account di servizio.',
  },
  GOOGLE_CALENDAR_URL: { right: (text) => !!url(text, 'http:', 'https:'), said: 'GOOGLE_CALENDAR_URL non è un indirizzo web.' },
  LOG_LEVEL: { right: (text) => LEVELS.includes(text), said: `LOG_LEVEL deve essere uno di: ${LEVELS.join(', ')}.` },
  MAIL_FROM: {
    right: (text) => /[^\s<>@]+@[^\s<>@]+/.test(text) && !/[\r\n]/.test(text),
    said: 'MAIL_FROM deve contenere un indirizzo email, per esempio: Rete <rete@example.it>.',
  },
  MAIL_RATE: {
    right: (text) => Number(text) > 0 && Number.isFinite(Number(text)),
    said: 'MAIL_RATE deve essere un numero maggiore di zero: le email che possono partire in un secondo.',
  },
  METRICS_TOKEN: { right: (text) => text.length >= 16, said: 'METRICS_TOKEN è troppo corto: servono almeno 16 caratteri.' },
  MIMIT_URL: {
    right: (text) => text === 'off' || !!url(text, 'http:', 'https:'),
    said: 'MIMIT_URL deve essere un indirizzo http o https, oppure "off".',
  },
  ORIGIN: {
    right: (text) => url(text, 'http:', 'https:')?.origin === text.toLowerCase(),
    said: "ORIGIN deve essere l'indirizzo dell'applicazione senza percorso e senza barra finale, per esempio https://rete.example.it.",
  },
  PORT: {
    right: (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
    said: 'PORT deve essere un numero intero da 1 a 65535.',
  },
  PROFILE: { right: (text) => ['demo', 'production'].includes(text), said: 'PROFILE deve essere "demo" oppure "production".' },
  SMTP_URL: {
    right: (text) => !!url(text, 'smtp:', 'smtps:')?.hostname,
    said: "SMTP_URL non è l'indirizzo di un server di posta: serve smtp://utente:password@host:587 oppure smtps://utente:password@host:465.",
  },
  TRUST_PROXY: {
    right: (text) => text.split(',').every((one) => isProxy(one.trim())),
    said: 'TRUST_PROXY deve elencare indirizzi IP o reti, separati da virgole, per esempio: 127.0.0.1, 10.0.0.0/8.',
  },
}

/** What is wrong with the configuration, an Italian sentence each; nothing if the server may start. */
export function configurationProblems(env: Env): string[] {
  const said = KNOWN.flatMap((name) => {
    const value = env[name]
    const form = FORMS[name]
    if (!value?.trim() || !form) return []
    return form.right(value) ? [] : [form.said]
  })
  if (env.DATABASE_URL && env.DATABASE) said.push('DATABASE e DATABASE_URL si escludono: lasciarne una sola.')
  // A key made by each process in its own folder would not open what another has sealed.
  if (env.FILES_URL?.trim() && !env.FILES_KEY?.trim())
    said.push('FILES_URL richiede FILES_KEY, la stessa per tutti i processi: 32 byte scritti in base64 (openssl rand -base64 32).')
  if (!env.GOOGLE_CALENDAR_KEY !== !env.GOOGLE_CALENDAR_ID)
    said.push('GOOGLE_CALENDAR_KEY e GOOGLE_CALENDAR_ID vanno indicate insieme: la chiave di chi scrive, e il calendario.')
  if (env.PROFILE === 'production' && !env.DATABASE_URL && !env.DATABASE)
    said.push(
      'PROFILE=production senza DATABASE_URL aprirebbe il database integrato, che non sopravvive a una mancanza di corrente: indicare DATABASE_URL, oppure sceglierlo espressamente con DATABASE=embedded.',
    )
  return said
}

/** Edits (insert, delete, replace, swap of neighbours) from one word to the other. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), swapped)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
/** Variables that nothing reads but that look like ours: misspelt, in small letters, or with the name of the product before. An Italian sentence each. */
export function suspectVariables(env: Env): string[] {
  const known = new Set<string>(KNOWN)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || FOREIGN.has(name)) return []
    const plain = name
      .toUpperCase()
      .replaceAll('-', '_')
      .replace(/^PIAZZALE_/, '')
    const meant = KNOWN.find((one) => one === plain) ?? KNOWN.find((one) => distance(plain, one) <= (one.length < 7 ? 1 : 2))
    if (meant) return [`La variabile ${name} non esiste e non viene letta: forse è ${meant}.`]
    return /^PIAZZALE_/i.test(name) ? [`La variabile ${name} non esiste e non viene letta.`] : []
  })
}
