import { describe, expect, it } from 'vitest'
import { BUGS } from './bugs.ts'
import { BUG_LIMIT, findBug } from './run.ts'

describe(`each planted bug is found within ${BUG_LIMIT} schedules`, { timeout: 600_000 }, () => {
  it.each(BUGS)('$name', async (bug) => {
    const { found } = await findBug(bug)
    expect(found?.violation).toMatch(/^(I\d|photo)/)
  })
})
