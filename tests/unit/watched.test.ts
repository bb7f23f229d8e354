import { expect, test, vi } from 'vitest'
import { watched } from '../../scripts/prepare.mjs'

const node = (script: string, silentMs: number) => watched(process.execPath, ['-e', script], { WORD: 'pronto' }, silentMs)

test('what a command says is passed on, and how it ends is given', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const ended = await node('console.log(process.env.WORD)', 60_000)
  const text = said.mock.calls.map(([part]) => String(part)).join('')
  said.mockRestore()
  expect([ended, text]).toEqual([{ right: true, silent: false }, 'pronto\n'])
  expect(await node('process.exitCode = 3', 60_000)).toEqual({ right: false, silent: false })
})
test('one that says nothing for too long is ended, also where what it started lives on', async () => {
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 6000)'], { stdio: 'inherit' })`
  expect(await node(`${child}; setInterval(() => {}, 1000)`, 1_500)).toEqual({ right: false, silent: true })
})
