// @vitest-environment jsdom
import '../setup-dom.ts'
import { notifications, notificationsStore } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { notices, notify } from '../../src/lib/notify.ts'

const shown = vi.spyOn(notifications, 'show')

test('a notice has its colour, its role and ten seconds, and the last fifty can be read again', async () => {
  notices.set([])
  notify.success('Fatto')
  notify.error('No')
  notify.warning('Attento')
  notify.info('Sappi')
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(4), 20_000)
  expect(shown.mock.calls.map(([{ message, color, role, autoClose }]) => [message, color, role, autoClose])).toEqual([
    ['Fatto', 'green', 'status', 10_000],
    ['No', 'red', 'alert', 10_000],
    ['Attento', 'amber', 'status', 10_000],
    ['Sappi', 'petrol', 'status', 10_000],
  ])
  expect(shown.mock.calls[0]![0].closeButtonProps!.icon).toBe('Chiudi')
  expect(notices.get().map(({ content, color }) => [content, color])).toEqual([
    ['Sappi', 'info'],
    ['Attento', 'warning'],
    ['No', 'error'],
    ['Fatto', 'success'],
  ])
  for (let i = 0; i < 60; i++) notify.info(`${i}`)
  expect(notices.get()).toHaveLength(50)
  expect(notices.get()[0]!.content).toBe('59')
})

test('an error that comes again while it stands is one message, announced anew; another stands beside it', async () => {
  notifications.clean()
  shown.mockClear()
  for (const content of ['Rete assente', 'Rete assente', 'File troppo grande', 'Rete assente']) notify.error(content)
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(4), 20_000)
  expect(notificationsStore.getState().notifications.map(({ message }) => message)).toEqual(['File troppo grande', 'Rete assente'])
})
