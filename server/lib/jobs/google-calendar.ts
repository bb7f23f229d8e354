import { createHash, sign } from 'node:crypto'
import fs from 'node:fs'
import { problem } from '../core/problem.ts'

/** An entry of the company's calendar. `reminders`: minutes before it begins. */
export interface CalendarEvent {
  /** Lower-case letters up to v and digits, 5 to 1,024 of them. */
  id: string
  summary: string
  description: string
  start: { date: string } | { dateTime: string; timeZone: string }
  end: { date: string } | { dateTime: string; timeZone: string }
  location?: string
  reminders: number[]
}
/** A calendar of another system that we write to (docs/spec/integrations.md#calendar). Each call throws a Problem 503 if it cannot be reached or refuses. */
export interface Calendar {
  /** By which it is told apart, for people. */
  name: string
  /** What of ours stands there: the mark of its content, by id. */
  known(): Promise<Map<string, string>>
  put(event: CalendarEvent, isThere: boolean): Promise<void>
  /** One that is gone already is no error. */
  remove(id: string): Promise<void>
}
/** Tells whether an event has changed since it was written. */
export const markOf = (event: CalendarEvent): string => createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 16)

/** The key file of a service account, as the other system gives it out. */
interface ServiceAccount {
  client_email: string
  private_key: string
  token_uri: string
}
const TIMEOUT_MS = 20_000
const SCOPE = 'https://www.googleapis.com/auth/calendar.events'
const PAGE = 2_500
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** @throws Error if the file is not the key of a service account */
export function readServiceAccount(file: string): ServiceAccount {
  const { client_email, private_key, token_uri } = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<ServiceAccount>
  if (!client_email || !private_key || !token_uri) throw new Error('not the key of a service account')
  return { client_email, private_key, token_uri }
}

/** Google Calendar v3 by a service account. `tag`: of this installation, so that two can write to one calendar. `url`: of the API. */
export function googleCalendar({ account, id, tag, url }: { account: ServiceAccount; id: string; tag: string; url: string }): Calendar {
  const away = () => problem.away('Calendario')
  const events = `${url.replace(/\/$/, '')}/calendars/${encodeURIComponent(id)}/events`
  let token: { text: string; until: number } | undefined
  async function reach(address: string, init: RequestInit): Promise<Response> {
    return fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      throw away()
    })
  }
  async function bearer(): Promise<string> {
    if (token && token.until > Date.now()) return token.text
    const at = Math.floor(Date.now() / 1000)
    const claims = { iss: account.client_email, scope: SCOPE, aud: account.token_uri, iat: at, exp: at + 3600 }
    const content = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`
    const assertion = `${content}.${sign('RSA-SHA256', Buffer.from(content), account.private_key).toString('base64url')}`
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const answer = await reach(account.token_uri, { method: 'POST', body })
    if (!answer.ok) throw away()
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    token = { text: access_token, until: Date.now() + (expires_in - 60) * 1000 }
    return token.text
  }
  /** The answer, where its status is one of those expected. */
  async function ask(method: string, address: string, expected: readonly number[], body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${await bearer()}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await reach(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!expected.includes(answer.status)) throw away()
    return answer
  }
  return {
    name: id,
    async known() {
      const found = new Map<string, string>()
      for (let page: string | undefined = ''; page !== undefined; ) {
        const query = new URLSearchParams({
          ...{ privateExtendedProperty: `piazzale=${tag}`, maxResults: String(PAGE), fields: 'nextPageToken,items(id,extendedProperties)' },
          ...(page && { pageToken: page }),
        })
        const { items = [], nextPageToken } = (await (await ask('GET', `${events}?${query}`, [200])).json()) as {
          items?: { id: string; extendedProperties?: { private?: { mark?: string } } }[]
          nextPageToken?: string
        }
        for (const one of items) found.set(one.id, one.extendedProperties?.private?.mark ?? '')
        page = nextPageToken
      }
      return found
    },
    async put(event, isThere) {
      const { reminders, ...rest } = event
      const body = {
        ...rest,
        status: 'confirmed',
        reminders: { useDefault: false, overrides: reminders.slice(0, 5).map((minutes) => ({ method: 'popup', minutes })) },
        extendedProperties: { private: { piazzale: tag, mark: markOf(event) } },
      }
      const change = () => ask('PUT', `${events}/${event.id}`, [200], body)
      if (isThere) await change()
      // An event that was deleted there keeps its id, and comes back by a change.
      else if ((await ask('POST', events, [200, 409], body)).status === 409) await change()
    },
    async remove(event) {
      await ask('DELETE', `${events}/${event}`, [200, 204, 404, 410])
    },
  }
}
