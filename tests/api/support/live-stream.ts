import { API_BASE } from '../../../src/contract/kernel/constants.ts'

interface Told {
  event: string
  data: any
}
export interface Stream {
  headers: Headers
  events: Told[]
  over: boolean
  ended: Promise<void>
  /** The data of the next event of this kind, of those not yet asked for, that fits. */
  until(event: string, fits?: (data: any) => unknown): Promise<any>
  /** Takes nothing more until `resume`. */
  pause(): void
  resume(): void
  close(): Promise<void>
}
/** A stream of events as a client has it. Waits at most 10 seconds for an event. */
export async function listenTo(origin: string, token: string | undefined): Promise<Stream> {
  const stop = new AbortController()
  const answer = await fetch(`${origin}${API_BASE}/live`, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })
  if (answer.status !== 200) throw new Error(`/live: ${answer.status} ${await answer.text()}`)
  let wake = () => {}
  let held: Promise<void> | undefined
  let release = () => {}
  let asked = 0
  const stream: Stream = {
    headers: answer.headers,
    events: [],
    over: false,
    ended: read(),
    async until(event, fits = () => true) {
      const late = AbortSignal.timeout(10_000)
      for (;;) {
        for (; asked < stream.events.length; asked++) {
          const told = stream.events[asked]!
          if (told.event === event && fits(told.data)) return stream.events[asked++]!.data
        }
        if (stream.over || late.aborted) throw new Error(`no ${event} among ${JSON.stringify(stream.events)}`)
        await new Promise<void>((done) => {
          wake = done
          late.addEventListener('abort', () => done(), { once: true })
        })
      }
    },
    pause() {
      held = new Promise((done) => {
        release = done
      })
    },
    resume: () => release(),
    async close() {
      stop.abort()
      release()
      await stream.ended
    },
  }
  async function read() {
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        await held
        text += value
        const parts = text.split('\n\n')
        text = parts.pop()!
        for (const part of parts) {
          const [, event, data] = /^event: (\S+)\ndata: ?(.*)$/.exec(part) ?? []
          stream.events.push({ event: event!, data: data ? JSON.parse(data) : undefined })
        }
        wake()
      }
    } catch {
      // Closed by this side.
    }
    stream.over = true
    wake()
  }
  return stream
}
