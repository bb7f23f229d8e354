import type { Locator, Page } from '@playwright/test'
import { enterAs, expect, screenTest as test } from '../support/test.ts'
import { prepared } from '../support/verifica.ts'

const widths = (page: Page) =>
  page
    .locator('th[data-column]')
    .evaluateAll((heads) =>
      Object.fromEntries(heads.map((head) => [(head as HTMLElement).dataset.column!, Math.round(head.getBoundingClientRect().width)])),
    )

async function cellsUnder(page: Page, heading: string): Promise<Locator> {
  const at = await page
    .locator('thead tr > *')
    .evaluateAll((heads, name) => heads.findIndex((head) => (head as HTMLElement).dataset.column === name), heading)
  expect(at, heading).toBeGreaterThanOrEqual(0)
  return page.locator(`tbody td:nth-child(${at + 1})`)
}
test('verifiche at 1280 px: rows of one line and 36 px, the state in view, what is cut in a tip by pointer and by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterAs(page, 'admin')
  await prepared(page)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(15)
  expect(await rows.evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))])).toEqual([36])
  await test.step('one row of tools, no state cut, no tail of a letter cut', async () => {
    const tops = await page
      .getByRole('group', { name: 'Filtri' })
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    const calendar = await page.getByRole('button', { name: 'Calendario' }).boundingBox()
    expect([...new Set([...tops, calendar!.y])]).toHaveLength(1)
    expect((await page.getByRole('searchbox').boundingBox())!.width).toBe(280)
    const cut = (texts: Locator) =>
      texts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).map((one) => one.textContent),
      )
    expect(await cut(page.locator('.mantine-Button-label'))).toEqual([])
    expect(await cut(page.locator('thead th [class*=heading]'))).toEqual([])
    expect(await cut(await cellsUnder(page, 'Data'))).toEqual([])
    for (const heading of ['Esito', 'Stato'])
      expect(await cut((await cellsUnder(page, heading)).locator('.chip > span')), heading).toEqual([])
  })
  await test.step('the cells that are too narrow for their words are clipped, and these alone, which a scroll pays for; also in a narrower window', async () => {
    const clipped = () =>
      page.locator('tbody td').evaluateAll((cells) => {
        const clips = cells.map((cell) => getComputedStyle(cell).overflowX === 'hidden')
        const odd = cells.filter((cell, at) => clips[at] !== cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent)
        return { odd, some: clips.includes(true), all: !clips.includes(false) }
      })
    for (const width of [1440, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(clipped).toMatchObject({ odd: [], all: false })
    }
    expect((await clipped()).some).toBe(true)
  })
  await test.step('a filter is chosen and taken away by keyboard, and the focus is on the button of all', async () => {
    const button = page.getByRole('button', { name: 'Filtro', exact: true })
    await button.press('Enter')
    await page.getByRole('checkbox', { name: /^Completata/ }).press('Space')
    const chip = page.getByRole('button', { name: 'Stato: Completata', exact: true })
    await expect(chip).toBeVisible()
    expect((await chip.boundingBox())!.y).toBe((await page.getByRole('button', { name: 'Calendario' }).boundingBox())!.y)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.getByRole('button', { name: 'Togli il filtro Stato' }).press('Enter')
    await expect(chip).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await test.step('several filters have one row of their own, under the tools, which stay in one', async () => {
    const before = page.url()
    await page.goto('/verifiche?status=completed,approved&outcome=conforme,con_osservazioni&province=PR')
    const tops = (all: Locator) => all.evaluateAll((each) => [...new Set(each.map((one) => Math.round(one.getBoundingClientRect().top)))])
    const [filter, calendar, clear] = ['Filtro', 'Calendario', 'Azzera filtri'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    await expect(clear!).toBeVisible()
    expect(await tops(filter!.or(calendar!).or(page.getByRole('searchbox').locator('..')))).toHaveLength(1)
    expect(await tops(page.getByRole('button', { name: /^Togli il filtro/ }).or(clear!))).toHaveLength(1)
    await page.goto(before)
  })
  await test.step('what is opened for the first time gives the focus back, too', async () => {
    for (const [name, role] of [
      ['Filtro', 'dialog'],
      ['Colonne', 'dialog'],
      ['Esporta', 'menu'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await button.press('Enter')
      await expect(page.getByRole(role)).toBeVisible()
      await expect(button).not.toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole(role)).toBeHidden()
      await expect(button).toBeFocused()
    }
  })
  const box = page.locator('[data-scroll-restoration-id="rows"]')
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(page.getByRole('columnheader', { name: 'Stato' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: 'NC (L/G/C)' }), 'no room for it: among the columns to choose').toHaveCount(0)

  // At 1280 px the names have room.
  await page.setViewportSize({ width: 1024, height: 800 })
  const station = rows.first().locator('td:not([data-tick])').nth(1)
  const whole = (await station.textContent())!
  // A row that comes under the pointer because something above it went is another's.
  await expect(async () => {
    await page.mouse.move(5, 5)
    await station.hover()
    await expect(page.getByRole('tooltip')).toHaveText(whole, { timeout: 3_000 })
  }).toPass()
  await page.mouse.move(5, 5)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toHaveText(whole)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(station).toBeFocused()
})

test('scadenze at 1280 px: one row of tools, no text of a button in two lines, room to search; what does not fit is behind "Altro"', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterAs(page, 'admin')
  await page.goto('/scadenze')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const [filter, more, calendar] = ['Filtro', 'Altro', 'Calendario'].map((name) => page.getByRole('button', { name, exact: true }))
  const search = page.getByRole('searchbox')
  const oneRow = async () => {
    const tools = filter!
      .or(page.getByRole('button', { name: 'Esporta' }))
      .or(search.locator('..'))
      .or(more!)
    expect(await tools.evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))])).toHaveLength(1)
    const heights = await page.locator('main button:has(.mantine-Button-label)').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(40)
    expect((await search.boundingBox())!.width).toBeGreaterThanOrEqual(160)
  }
  await oneRow()
  await expect(calendar!).toHaveCount(0)
  await more!.press('Enter')
  await expect(calendar!).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more!).toBeFocused()
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect(calendar!).toBeVisible()
  await expect(more!).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await more!.click()
  await calendar!.click()
  await expect(page).toHaveURL(/scheda=calendario/)
})

test('the edge of a heading is dragged: that column alone has another width, also after a reload', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/stazioni')
  const head = page.getByRole('columnheader', { name: 'Nome' })
  await head.waitFor()
  const before = await widths(page)
  const edge = (await head.locator('[data-edge]').boundingBox())!
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width / 2 - 100, edge.y, { steps: 5 })
  await page.mouse.up()
  const after = { ...before, Nome: before.Nome! - 100 }
  expect(await widths(page)).toEqual(after)
  await page.reload()
  await head.waitFor()
  expect(await widths(page)).toEqual(after)
  await expect(head, 'dragging is no sorting').toHaveAttribute('aria-sort', 'ascending')
})

test('a column is dragged to another place among the columns', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.goto('/stazioni')
  await page.getByRole('button', { name: 'Colonne' }).click()
  const columns = page.getByRole('dialog', { name: 'Colonne' }).getByRole('listitem')
  await columns.filter({ hasText: 'Stato' }).dragTo(columns.filter({ hasText: 'Nome' }))
  await expect.poll(() => widths(page).then(Object.keys)).toEqual(['Codice', 'Stato', 'Nome', 'Città (Prov)', 'Bandiera', 'Vendita'])
})
test('what is told in the corner covers no button, whatever stands there and wherever the page is scrolled to', async ({ page }) => {
  await enterAs(page, 'admin')
  await prepared(page)
  const toast = page.getByRole('status').filter({ hasText: 'Questa vista non c’è più.' })
  const covered = () =>
    toast.evaluate((told) => {
      const over = told.getBoundingClientRect()
      const all = document.querySelectorAll<HTMLElement>('button:not([data-cell]), input, [role=button]')
      const under = [...all].filter((one) => !told.contains(one) && one.checkVisibility())
      return under
        .map((one) => ({ name: one.ariaLabel ?? one.innerText, at: one.getBoundingClientRect() }))
        .filter(({ at }) => at.left < over.right && over.left < at.right && at.top < over.bottom && over.top < at.bottom)
        .map(({ name }) => name)
    })
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/verifiche?per_page=50&vista=${crypto.randomUUID()}`)
    await expect(toast).toBeVisible()
    const { x, y, width: wide } = (await toast.boundingBox())!
    expect(wide).toBe(320)
    expect(x).toBeGreaterThan(width / 2 - 200)
    expect(y).toBeGreaterThan(height / 3)
    await expect.poll(covered).toEqual([])
    await page.mouse.wheel(0, 410)
    await expect.poll(covered).toEqual([])
  }
  // Where every cell of a table is a button, some of those are covered, and nothing of what stands around them.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/stazioni/riepilogo-orari?per_page=50&vista=${crypto.randomUUID()}`)
  await expect(toast).toBeVisible()
  await expect.poll(covered).toEqual([])
  expect((await toast.boundingBox())!.y).toBeGreaterThan(400)
})
