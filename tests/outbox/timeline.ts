/** Virtual time: events in the order of their time, then of their making. Milliseconds. */
export function createTimeline() {
  const heap: { time: number; n: number; run: () => void }[] = []
  let made = 0
  let time = 0

  const before = (a: number, b: number) => {
    const x = heap[a]!
    const y = heap[b]!
    return x.time < y.time || (x.time === y.time && x.n < y.n)
  }
  const swap = (a: number, b: number) => {
    const x = heap[a]!
    heap[a] = heap[b]!
    heap[b] = x
  }

  return {
    now: () => time,
    size: () => heap.length,
    at(delay: number, run: () => void) {
      heap.push({ time: time + Math.max(0, Math.ceil(delay)), n: made++, run })
      for (let i = heap.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!before(i, parent)) break
        swap(i, parent)
        i = parent
      }
    },
    delay(ms: number): Promise<void> {
      return new Promise((resolve) => this.at(ms, resolve))
    },
    /** Time at which the next event is due, if there is one. */
    next: () => heap[0]?.time,
    /** Runs the next event; gives its time. */
    step(): number {
      const event = heap[0]!
      const last = heap.pop()!
      if (heap.length) {
        heap[0] = last
        for (let i = 0; ; ) {
          const left = 2 * i + 1
          let least = i
          if (left < heap.length && before(left, least)) least = left
          if (left + 1 < heap.length && before(left + 1, least)) least = left + 1
          if (least === i) break
          swap(i, least)
          i = least
        }
      }
      time = Math.max(time, event.time)
      event.run()
      return time
    },
    /** Time goes by with nobody at work: what was due meanwhile comes late. */
    skip(ms: number) {
      time += Math.ceil(ms)
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>
