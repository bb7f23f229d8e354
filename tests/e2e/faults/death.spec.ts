import { api } from '../support/proxy.ts'
import { expect, test } from './field.ts'
import { note, openRemarks, picture, remarks } from './gestures.ts'
import { arrived, nothingWaits } from './oracle.ts'

test('the browser is killed right after "salvato"', async ({ field }) => {
  const { home, proxy } = field
  const cookies = await field.device.context.cookies()
  await proxy.down()
  const uuid = await note(field.device.page, home, 'Prima della morte')
  await picture(field.device.page, home, uuid)
  const page = await field.revive(cookies)
  await openRemarks(page, home, uuid)
  await expect(remarks(page)).toHaveValue('Prima della morte')
  await proxy.up()
  await arrived(field, [{ uuid, text: 'Prima della morte', photos: 1 }])
})

test('the page crashes right after "salvato"', async ({ field }) => {
  const { home, proxy, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'Prima del crash')
  const crashed = device.page.waitForEvent('crash')
  const session = await device.context.newCDPSession(device.page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const dead = device.page
  device.page = await device.context.newPage()
  await dead.close()
  await openRemarks(device.page, home, uuid)
  await expect(remarks(device.page)).toHaveValue('Prima del crash')
  await proxy.up()
  await arrived(field, [{ uuid, text: 'Prima del crash' }])
})

test('the tab is closed during the write: what was "salvato" stays, what was typed after it is there whole or not at all', async ({
  field,
}) => {
  const { home, proxy, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'Salvato')
  const other = await device.context.newPage()
  await remarks(device.page).fill('Salvato e poi altro')
  await device.page.close()
  device.page = other
  await openRemarks(other, home, uuid)
  const text = await remarks(other).inputValue()
  expect(['Salvato', 'Salvato e poi altro']).toContain(text)
  await proxy.up()
  await arrived(field, [{ uuid, text }])
})

test('the tab is closed while an answer is on its way', async ({ field }) => {
  const { home, proxy, device } = field
  await proxy.down()
  const uuid = await note(device.page, home, 'In volo')
  await picture(device.page, home, uuid)
  await proxy.up()
  const upload = proxy.hold(api('/inspection/files', 'POST'))
  await device.page.goto(`${home}/invii`)
  await upload.arrived
  const other = await device.context.newPage()
  await device.page.close()
  upload.release()
  device.page = other
  const create = proxy.fault(api('/inspection/', 'PUT'), { reply: 0 }, 1)
  await other.goto(`${home}/invii`)
  await create
  const third = await device.context.newPage()
  await other.close()
  device.page = third
  await arrived(field, [{ uuid, text: 'In volo', photos: 1 }])
})

test('the service worker is stopped while the queue is being sent', async ({ field }) => {
  const { home, proxy, device } = field
  await proxy.down()
  const first = await note(device.page, home, 'Uno')
  const second = await note(device.page, home, 'Due')
  await picture(device.page, home, second)
  await proxy.up()
  const held = proxy.hold(api('/inspection/files', 'POST'))
  await device.page.goto(`${home}/invii`)
  await held.arrived
  const session = await device.context.newCDPSession(device.page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  held.release()
  await nothingWaits(device.page)
  await arrived(field, [
    { uuid: first, text: 'Uno' },
    { uuid: second, text: 'Due', photos: 1 },
  ])
})
