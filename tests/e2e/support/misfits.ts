import type { Page } from '@playwright/test'

/**
 * Lists what does not fit the page as it is now, one line each:
 * - a page wider than its window;
 * - a target that is cut at its side, or smaller than `target` pixels (44 on a phone, 48 on a tablet, 0 with a pointer; a checkbox counts together with
 *   its label or cell, a box for typing together with the chosen values around it);
 * - text under 14 px, or under 12 px in a table's heading;
 * - in a list of rows: a state or heading that is cut, with a pointer a row that is not 36 px high, a sort order named by a field of the API.
 */
export const misfits = (page: Page, target: number): Promise<string[]> =>
  page.evaluate((thumb) => {
    // A phone zooms out of a page that is too wide, and its `innerWidth` grows with it.
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []
    const pressed = 'button, [role=button], [role=tab], header a, nav a, .mantine-Button-root, input, textarea'
    for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const whole =
        one.closest<HTMLElement>(
          'td[data-tick], .mantine-Checkbox-body, .mantine-Radio-body, .mantine-Switch-body, .mantine-MultiSelect-input, .mantine-PasswordInput-input, label',
        ) ?? one
      const { width, height, left, right } = whole.getBoundingClientRect()
      const name = () => `${one.tagName} "${(one.ariaLabel ?? one.innerText).slice(0, 40)}"`
      // Text for screen readers alone is one pixel wide and is left out.
      if (width <= 1) continue
      const scrolls = one.closest('[data-scroll-restoration-id], [role=tablist], [data-scrollarea-viewport]')
      if (!scrolls && right > 0 && (right > clientWidth + 1 || left < -1)) found.push(`cut: ${name()} ${left}–${right}`)
      if (Math.min(width, height) < thumb) found.push(`small: ${name()} ${Math.round(width)} × ${Math.round(height)}`)
    }
    for (const one of document.querySelectorAll<HTMLElement>('td .chip > span, th[data-column], th[data-column] [class*=heading]'))
      if (one.checkVisibility() && one.scrollWidth > one.clientWidth) found.push(`cut in the table: ${one.innerText}`)
    for (const row of document.querySelectorAll<HTMLElement>('tbody tr[data-row], tbody tr:has([data-row])'))
      if (!thumb && Math.abs(row.offsetHeight - 36) > 0.5) found.push(`a row of ${row.offsetHeight} px: ${row.innerText.slice(0, 40)}`)
    for (const pager of document.querySelectorAll<HTMLElement>('nav[aria-label=Pagine]'))
      if (/· [a-z_]+$/.test(pager.innerText.split('\n')[0]!)) found.push(`an order that is not in words: ${pager.innerText}`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const tiny = new Set<string>()
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const around = text.parentElement
      if (!text.nodeValue?.trim() || !around?.checkVisibility({ visibilityProperty: true })) continue
      if (around.getBoundingClientRect().width <= 1 || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(around.tagName)) continue
      const svg = around.closest('svg')
      // In a drawing the size is of the drawing: as large as it is drawn.
      const scale = svg?.viewBox.baseVal?.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1
      const size = Number.parseFloat(getComputedStyle(around).fontSize) * scale
      if (size < (around.closest('th, [data-heads]') ? 11.9 : 13.9))
        tiny.add(`tiny: "${text.nodeValue.trim().slice(0, 40)}" ${size} px in ${around.tagName}.${around.className}`)
    }
    return [...found, ...tiny]
  }, target - 0.5)

/** Lists what is cut or wider than the window at twice the text size, one line each. */
export async function cutAtTwice(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []
    for (const one of document.querySelectorAll<HTMLElement>('h1, h2, h3, button, button *, a, label, p, .chip *')) {
      if (!one.checkVisibility() || one.closest('[class*=VisuallyHidden]') || !(one.ariaLabel ?? one.innerText)?.trim()) continue
      const { left, right, width } = one.getBoundingClientRect()
      // For screen readers alone; or in a part that scrolls by itself.
      if (width <= 1 || one.closest('[role=tablist], [data-scrollarea-viewport]')) continue
      const clipped = getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1
      if (clipped || left < -1 || right > clientWidth + 1)
        found.push(`${one.tagName} "${(one.ariaLabel ?? one.innerText).slice(0, 40)}" ${left}–${right}`)
    }
    return found
  })
}
