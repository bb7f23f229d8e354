import { expect } from 'vitest'

/** A name that would be a tag. */
export const NAME = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
/** Nothing of it has become one, or has run. */
export const unharmed = () => {
  expect(document.querySelector('img[src="x"]')).toBeNull()
  expect([...document.querySelectorAll('script')].filter(({ text }) => text.includes('hit'))).toEqual([])
  expect(window).not.toHaveProperty('hit')
}
