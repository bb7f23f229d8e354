// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { router } from '../../src/app/router.ts'
import { firstPaint } from '../../src/lib/first-paint.ts'
import { queryClient } from '../../src/lib/query.ts'

const painted = () => new Promise((done) => requestAnimationFrame(done))

test('what the first page does not need begins when its reads have arrived and what they brought is painted', async () => {
  const order: string[] = []
  void firstPaint.then(() => order.push('the rest begins'))
  let answer = (_: string) => {}
  const asked = new Promise<string>((done) => {
    answer = done
  })
  const read = queryClient.fetchQuery({ queryKey: ['read'], queryFn: () => asked })
  const { location } = router.state
  router.emit({ type: 'onRendered', toLocation: location, pathChanged: true, hrefChanged: true, hashChanged: false })
  for (let frame = 0; frame < 3; frame++) await painted()
  expect(order).toEqual([])
  answer('a list')
  await read
  requestAnimationFrame(() => order.push('painted'))
  await firstPaint
  expect(order).toEqual(['painted', 'the rest begins'])
  // Work that was begun must not run into the end of the file.
  await vi.dynamicImportSettled()
})
