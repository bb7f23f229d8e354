import { expect, test } from 'vitest'
import { workQueue } from '../../server/lib/core/work-queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
/** Work that says when it begins and ends when it is told to. */
function board(run: ReturnType<typeof workQueue>) {
  const begun: string[] = []
  const end = new Map<string, () => void>()
  const ask = (lane: string, name: string, patient = false) =>
    run(
      lane,
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => end.set(name, () => resolve(name)))
      },
      patient,
    )
  return { begun, ask, end: (name: string) => end.get(name)!() }
}

test('so many run at once; lanes are served by turns, so that a full one keeps nobody waiting behind all of it', async () => {
  const { begun, ask, end } = board(workQueue(2, 10, 10))
  const answers = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((name) => ask(name[0]!, name))
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  const order = ['a1', 'a2', 'a3', 'b1', 'a4', 'a5']
  for (const [at, name] of order.entries()) {
    end(name)
    await settled()
    expect(begun).toEqual(order.slice(0, at + 3))
  }
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
})

test('where a lane or the whole is full it is refused in words with a time; what fails gives its place back', async () => {
  const { begun, ask, end } = board(workQueue(1, 1, 2))
  const first = ask('a', 'a1')
  const [second, third] = [ask('a', 'a2'), ask('b', 'b1')]
  for (const lane of ['a', 'c'])
    await expect(ask(lane, 'none')).rejects.toMatchObject({
      status: 429,
      message: 'Troppi accessi in questo momento. Riprova tra qualche secondo.',
      extra: { retryAfter: 2 },
    })
  const own = ask('a', 'own', true)
  for (const name of ['a1', 'a2', 'b1', 'own']) {
    end(name)
    await settled()
  }
  await Promise.all([first, second, third, own])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'own'])
  const run = workQueue(1, 0, 0)
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run('a', async () => 'free again')).toBe('free again')
})
