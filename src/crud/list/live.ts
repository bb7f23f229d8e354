import { useEffect } from 'react'
import { API_BASE } from '../../contract/kernel/constants.ts'
import { connection } from '../../lib/online.ts'
import { queryClient } from '../../lib/query.ts'
import { freshToken, renewToken, session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { applyChanges, liveResources, type Rows, refetch, refetchSoon, spread, watchedQueries } from './refetch.ts'

/**
 * Live updates for the pages that ask for them (decision 072). One stream serves all visible tabs. Without a stream the data is read again
 * every minute, and the page says so.
 */
export type Live = 'starting' | 'live' | 'polling' | 'paused'
export const live = createStore<Live>('starting')

const POLL_MS = 60_000
/** A tab idle for this long stops asking, since it would keep its session alive. */
const IDLE_MS = 30 * 60_000
const FIRST_WORD_MS = 15_000
/** The stream starts only after nothing has been fetched for this long: the page itself comes first. */
const REST_MS = 3_000
/** A stream that ends sooner counts as a failure, and the next try comes later. */
const SHORT_MS = 10_000
const NAME = 'piazzale-live'

interface StreamEvent {
  event: string
  data: { beat?: number; spread?: number; [resource: string]: Rows | number | undefined }
}
let lastUse = Date.now()
/** Interval of the stream's heartbeat; the server tells it. */
let beat = 20_000
let stop: (() => void) | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let polling: ReturnType<typeof setInterval> | undefined

function set(state: Live) {
  if (state === live.get()) return
  clearInterval(polling)
  if (state === 'polling') polling = setInterval(() => (isIdle() ? openOrClose() : refetch(() => true)), POLL_MS)
  live.set(state)
}
const isIdle = () => Date.now() - lastUse > IDLE_MS
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
/** Handles an event of the stream, which this tab or another one reads. */
function handleEvent({ event, data }: StreamEvent) {
  clearTimeout(silence)
  if (event === 'over') return set('polling')
  if (event === 'hello') {
    beat = data.beat ?? beat
    spread.ms = data.spread ?? spread.ms
  }
  silence = setTimeout(() => set('polling'), beat * 2 + 5_000)
  // Earlier changes are not in the stream, so the data is read again.
  if (live.get() !== 'live' || event === 'hello') for (const query of watchedQueries()) refetchSoon(query)
  set('live')
  if (event === 'changed') applyChanges(data as Record<string, Rows>)
  if (isIdle()) openOrClose()
}
channel?.addEventListener('message', ({ data: { user, ...told } }: MessageEvent<StreamEvent & { user: number }>) => {
  if (stop && user === session.get().user?.id) handleEvent(told)
})

/** Reads the stream to its end. */
async function readStream(signal: AbortSignal, hear: (told: StreamEvent) => void) {
  const dead = new AbortController()
  let timer = setTimeout(() => dead.abort(), FIRST_WORD_MS)
  try {
    const token = await freshToken()
    if (!token) throw new Error('/live: no token')
    const response = await fetch(`${API_BASE}/live`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, dead.signal]),
    })
    if (response.status === 401) await renewToken()
    if (!response.ok || !response.body) throw new Error(`/live: ${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => dead.abort(), beat * 2 + 5_000)
      const said = (text + part.value).split('\n\n')
      text = said.pop()!
      for (const one of said) {
        const [, event, data] = /^event: (\S+)\ndata: ?(.*)$/.exec(one) ?? []
        if (event) hear({ event, data: data ? JSON.parse(data) : {} })
      }
    }
  } finally {
    clearTimeout(timer)
  }
}
/** Waits; ends early if aborted, or when the server can be reached again. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(over, ms)
    const forget = connection.subscribe(() => connection.get() === 'online' && over())
    signal.addEventListener('abort', over)
    function over() {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', over)
      done()
    }
  })
/** At the first visit the service worker fetches the whole app beside the page. */
const installing = async () => !!(await navigator.serviceWorker?.getRegistration())?.installing
async function waitForIdlePage(signal: AbortSignal) {
  for (let calm = 0, left = 60; calm < REST_MS && left && !signal.aborted; left--) {
    await pause(500, signal)
    calm = queryClient.isFetching() || (await installing()) ? 0 : calm + 500
  }
}
/** Keeps the stream open until it is aborted. After a failure it reconnects, later each time and at a random moment. */
async function holdStream(user: number, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    const begun = Date.now()
    let heard = false
    const hear = (told: StreamEvent) => {
      handleEvent(told)
      channel?.postMessage({ user, ...told })
    }
    await readStream(signal, (told) => {
      heard = true
      if (!signal.aborted) hear(told)
    }).catch(() => undefined)
    if (signal.aborted) return
    failures = heard && Date.now() - begun >= SHORT_MS ? 0 : failures + 1
    if (failures) hear({ event: 'over', data: {} })
    await pause(1_000 * Math.min(60, 2 ** failures) * (0.5 + Math.random()), signal)
  }
}

let openFor: string | undefined
function openOrClose() {
  const { user, stamp, local } = session.get()
  const wants = liveResources.size && document.visibilityState === 'visible' && !isIdle() && user && !local ? stamp : undefined
  if (wants === openFor) return
  stop?.()
  stop = undefined
  openFor = wants
  clearTimeout(silence)
  if (!wants || !user) return set(liveResources.size ? 'paused' : 'starting')
  const over = new AbortController()
  stop = () => over.abort()
  set('starting')
  // Another tab may hold the stream and not have spoken yet.
  silence = setTimeout(() => set('polling'), beat + 5_000)
  const { signal } = over
  void waitForIdlePage(signal).then(() => {
    if (signal.aborted) return
    if (!navigator.locks) void holdStream(user.id, signal)
    else navigator.locks.request(NAME, { signal }, () => holdStream(user.id, signal)).catch(() => undefined)
  })
}
session.subscribe(openOrClose)
document.addEventListener('visibilitychange', () => {
  lastUse = Date.now()
  openOrClose()
})
for (const sign of ['pointerdown', 'keydown'])
  addEventListener(
    sign,
    () => {
      lastUse = Date.now()
      if (!openFor) openOrClose()
    },
    { passive: true, capture: true },
  )

/** Keeps the data of these resources up to date while the page is visible. Returns by which means. */
export function useLive(...resources: string[]): Live {
  const names = resources.join()
  useEffect(() => {
    const all = names.split(',')
    for (const one of all) liveResources.set(one, (liveResources.get(one) ?? 0) + 1)
    openOrClose()
    return () => {
      for (const one of all) {
        const left = liveResources.get(one)! - 1
        if (left) liveResources.set(one, left)
        else liveResources.delete(one)
      }
      // The next page may want the stream too.
      setTimeout(openOrClose, 1_000)
    }
  }, [names])
  return live.use()
}
