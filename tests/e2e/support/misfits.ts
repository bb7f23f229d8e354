import type { Page } from '@playwright/test'

/**
 * What does not fit the page as it is now, one line each: a page wider than its window, something to press that is cut at its side and, on a
 * phone, smaller than a thumb (44 px; a box or a circle is pressed together with its words).
 */
export const misfits = (page: Page, phone: boolean): Promise<string[]> =>
  page.evaluate(
    (thumb) => {
      const found = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than its window'] : []
      const pressed = 'button, [role=button], [role=tab], header a, nav a, .mantine-Button-root, input, textarea'
      for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
        if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        const whole = one.closest<HTMLElement>('.mantine-Checkbox-body, .mantine-Radio-body, .mantine-Switch-body, label') ?? one
        const { width, height, left, right } = whole.getBoundingClientRect()
        const name = () => `${one.tagName} "${(one.ariaLabel ?? one.innerText).slice(0, 40)}"`
        // What is for screen readers alone is a pixel wide.
        if (width <= 1) continue
        const scrolls = one.closest('[data-scroll-restoration-id], [role=tablist], [data-scrollarea-viewport]')
        if (!scrolls && right > 0 && (right > innerWidth + 1 || left < -1)) found.push(`cut: ${name()} ${left}–${right}`)
        if (Math.min(width, height) < thumb) found.push(`small: ${name()} ${Math.round(width)} × ${Math.round(height)}`)
      }
      return found
    },
    phone ? 43.5 : 0,
  )
