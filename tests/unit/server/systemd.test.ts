import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const verifies = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!verifies)('the documented systemd unit is one that systemd accepts without a word', () => {
  const [, unit] = /```ini\n([\s\S]*?)```/.exec(fs.readFileSync('docs/running.md', 'utf8'))!
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-unit-')), 'piazzale.service')
  // The program of this machine may lie elsewhere.
  fs.writeFileSync(file, unit!.replace('/usr/bin/node', process.execPath))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  expect([status, stderr.split('\n').filter((line) => line.includes('piazzale'))]).toEqual([0, []])
})
