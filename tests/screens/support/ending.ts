import fs from 'node:fs'
import path from 'node:path'
import type { Query } from '@tanstack/react-query'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '../../../server/lib/core/db.ts'
import { ApiError } from '../../../src/lib/api-error.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { addMonths } from '../../../src/rules/shared/italian.ts'
import type { Caller, World } from '../../api/support/world.ts'
import { atRest } from '../../at-rest.ts'
import { dayOf } from '../../resources/days.ts'
import type { Network } from './network.ts'

const DAY_MS = 86_400_000
/**
 * New records of each table get ids that no other table and no record of the seed has, the same in every run: an id of another record is another number. A table
 * that is new comes last here, so that the ids of all others stay.
 */
export const steadyIds = (db: Db) =>
  db.execute(sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, 10000 + 1000 * row_number() over (order by sequencename in ('activity_seals_id_seq', 'customer_distinctions_id_seq'), sequencename))
    from pg_sequences where schemaname = 'public'`)

/** Every request is answered, and what is said of the place stays: a test may end while a dialog closes. */
export async function settled(network: Network & { idle: () => Promise<void> }, place: () => string) {
  for (let before = '', rounds = 0; rounds < 50; rounds += 1) {
    await network.idle()
    await atRest()
    const now = `${queryClient.isMutating()} ${place()}`
    if (now === before && now.startsWith('0 idle')) return
    before = now
  }
}
/** Whether the tests of this file name what they write: `expectations.test.ts` counts those that do not yet. */
export function isNamed(): boolean {
  const { dir, base } = path.parse(expect.getState().testPath!)
  return !!process.env.WRITES || fs.existsSync(path.join(dir, '__snapshots__', `${base}.snap`))
}
/**
 * All that the screens wrote in this test, and where it ended, against what the test names beside its file (`__snapshots__`). `WRITES=1 npx vitest run FILE -u`
 * writes what a new test causes; it is read before it is committed.
 */
export function namesItsWrites(network: Network, address: string) {
  const lines = network.writes.map(([call, body]) => (body === undefined ? String(call) : `${call} ${JSON.stringify(body, ofThisYear)}`))
  expect(steady(['', ...lines, `at ${address}`, ''].join('\n'))).toMatchSnapshot()
}
const YEAR = new Date().getFullYear()
const ofThisYear = (key: string, value: unknown) => (key === 'id_year' && value === YEAR ? '{year}' : value)
/** Keys made by chance: of questions, sections and columns, of sessions and links, of vouchers; and the numbers of prices, which go on from test to test. */
const BY_CHANCE =
  /(?<=\b[cq]_|"key":")[\da-f]{12}\b|(?<=["/])[\w-]{43}(?=["?\s])|(?<="serial":")[\dA-Z]{4} [\dA-Z]{4} [\dA-Z]{4}(?=")|(?<=\/prices\/\d+\/)\d+/g
/** How long a management runs unless another day is given. */
const CONTRACT_YEARS = 6
const texts = new Map<string, string>()
/** The text without what differs from run to run: keys made by chance, moments, and days counted from today, unless the test itself names them. */
export function steady(text: string): string {
  const file = expect.getState().testPath!
  const test = texts.get(file) ?? fs.readFileSync(file, 'utf8')
  texts.set(file, test)
  const seen: string[] = []
  const today = Date.parse(dayOf(Date.now()))
  const named = (iso: string) => test.includes(iso) || test.includes(iso.split('-').toReversed().join('/'))
  const daysTo = (iso: string) => Math.round((Date.parse(iso) - today) / DAY_MS)
  const soon = (iso: string) => !named(iso) && daysTo(iso) >= 0 && daysTo(iso) <= 31
  const day = (iso: string) => {
    if (named(iso)) return iso
    // Further days are those of the seed, which stand still.
    if (soon(iso)) return `{today+${daysTo(iso)}}`
    // A validity is counted in months or years: how many days that is differs from day to day.
    const months = [18, 24].find((count) => addMonths(dayOf(Date.now()), count) === iso)
    if (months) return `{today+${months} months}`
    const contract = addMonths(iso, -12 * CONTRACT_YEARS)
    return soon(contract) ? `{today+${daysTo(contract)} days and ${CONTRACT_YEARS} years}` : iso
  }
  const nth = (one: string) => (seen.includes(one) ? seen : [...seen.splice(0, seen.length, ...seen, one), one]).indexOf(one) + 1
  return text
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (one) => `{uuid ${nth(one)}}`)
    .replace(BY_CHANCE, (one) => `{chance ${nth(one)}}`)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, (one) => (test.includes(one) ? one : '{moment}'))
    .replace(/\b\d{4}-\d\d-\d\d\b/g, day)
    .replaceAll(`/${YEAR}/`, '/{year}/')
    .replaceAll(`/${YEAR - 1}/`, '/{last year}/')
}

/** The world of a test whose own writes, past the screens, are told to `wrote`. */
export function watched<W extends Pick<World, 'as' | 'db' | 'runs' | 'mails' | 'prints'>>(world: W, wrote: () => void): W {
  const told =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      wrote()
      const result = await work(...args)
      wrote()
      return result
    }
  const as = async (name?: string): Promise<Caller> => {
    const caller = await world.as(name)
    const { post, put, edit, patch, del, upload } = caller
    return { ...caller, post: told(post), put: told(put), edit: told(edit), patch: told(patch), del: told(del), upload: told(upload) }
  }
  const db = new Proxy(world.db, {
    get(target, key) {
      if (['insert', 'update', 'delete', 'execute', 'transaction'].includes(String(key))) wrote()
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...world, as, db, runs: told(world.runs), mails: told(world.mails), prints: told(world.prints) }
}

/** Facts that change by themselves: when somebody was last seen, how long something has taken. */
const BY_ITSELF = /^(last_seen_at|last_used_at|expires_at|server_time|now)$/
const lasting = (value: unknown) => JSON.parse(JSON.stringify(value ?? null, (key, one) => (BY_ITSELF.test(key) ? undefined : one)))
/** Where two values differ, as `data.0.name: "A" is now "B"`. */
function differences(shown: unknown, now: unknown, at = ''): string[] {
  if (Object.is(shown, now)) return []
  if (!shown || !now || typeof shown !== 'object' || typeof now !== 'object')
    return [`${at.slice(1)}: ${JSON.stringify(shown)?.slice(0, 80)} is now ${JSON.stringify(now)?.slice(0, 80)}`]
  const keys = new Set([...Object.keys(shown), ...Object.keys(now)])
  return [...keys].flatMap((key) => differences((shown as never)[key], (now as never)[key], `${at}.${key}`))
}

/** The reads in the cache that are not marked stale, since the test's own last write at `since`, which no screen knows of. */
export const freshReads = (since: number) =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => {
      const { data, isInvalidated, dataUpdatedAt, fetchStatus } = query.state
      // A key that ends with a revision is asked for only as long as the record has that one.
      const past = query.queryKey.length > 3 && !query.getObserversCount()
      // One that is read again whenever it is shown is never old.
      const always = (query.options as { staleTime?: unknown }).staleTime === 0
      return (
        !past &&
        !always &&
        !isInvalidated &&
        fetchStatus === 'idle' &&
        dataUpdatedAt > since &&
        data !== undefined &&
        !(data instanceof Blob)
      )
    })

/** Reads them anew: one that differs from what the server says now is a list that would stay old after a write. */
export async function noneIsOld(reads: Query[]) {
  const faults: string[] = []
  for (const query of reads) {
    const shown = lasting(query.state.data)
    const fresh = await again(query)
    const found = fresh === undefined ? [] : differences(shown, lasting(fresh))
    if (found.length) faults.push(`${JSON.stringify(query.queryKey.slice(1))}: ${found.slice(0, 5).join('; ')}`)
  }
  expect(faults, 'reads that stayed old after a write').toEqual([])
}
async function again({ options, queryKey, meta }: Pick<Query, 'options' | 'queryKey' | 'meta'>): Promise<unknown> {
  if (typeof options.queryFn !== 'function') return undefined
  // Without what is known the server answers in full. What a read asks for on its way leaves the cache as it was: that is still to be compared.
  const client = {
    ...{ getQueryCache: () => queryClient.getQueryCache(), getQueryData: () => undefined },
    fetchQuery: (of: Query['options']) => again({ options: of, queryKey: of.queryKey!, meta: of.meta }),
  } as unknown as typeof queryClient
  try {
    return await options.queryFn({ client, queryKey, meta, signal: new AbortController().signal } as never)
  } catch (error) {
    // The record is gone, or no longer theirs.
    if (error instanceof ApiError && (error.cancelled || [401, 403, 404].includes(error.status))) return undefined
    throw error
  }
}
