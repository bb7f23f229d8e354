import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariables, theme } from '../../src/app/theme.ts'
import { sourcesOf } from '../sources.ts'

const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const base = defaultCssVariablesResolver(merged)
const own = cssVariables(merged)
const variables = (scheme: 'light' | 'dark'): Record<string, string> => ({
  ...base.variables,
  ...own.variables,
  ...base[scheme],
  ...own[scheme],
})

/** #rrggbb behind a variable, following var() chains. */
function hex(name: string, scheme: 'light' | 'dark'): string {
  const value = name.startsWith('#') ? name : variables(scheme)[`--${name}`]
  if (!value) throw new Error(`${name} is not defined in ${scheme}`)
  const inner = /^var\(--([^)]+)\)$/.exec(value)?.[1]
  if (inner) return hex(inner, scheme)
  const rgba = /^rgba\((\d+), (\d+), (\d+), 1\)$/.exec(value)
  if (rgba) return `#${[1, 2, 3].map((i) => Number(rgba[i]).toString(16).padStart(2, '0')).join('')}`
  return value === '#fff' ? '#ffffff' : value
}
const channel = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const luminance = (color: string) =>
  [1, 3, 5].reduce((sum, at, i) => sum + [0.2126, 0.7152, 0.0722][i]! * channel(Number.parseInt(color.slice(at, at + 2), 16) / 255), 0)
const contrast = (a: string, b: string) => {
  const [light, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dim! + 0.05)
}

const c = (name: string) => `mantine-color-${name}`
const families = ['petrol', 'green', 'red', 'gray', 'amber']
const text = (scheme: 'light' | 'dark') => [
  ...['text', 'dimmed', 'anchor', 'error', 'success', 'placeholder'].map((name) => [c(name), c('body')]),
  ...['surface', 'ground'].flatMap((place) => ['text', 'dimmed', 'anchor', 'error'].map((name) => [c(name), place])),
  [c('placeholder'), scheme === 'dark' ? c('dark-6') : c('white')],
  [c('default-color'), c('default')],
  [c('default-color'), c('default-hover')],
  ...families.flatMap((family) => [
    [c(`${family}-text`), c('body')],
    [c(`${family}-light-color`), c(`${family}-light`)],
    [c(`${family}-light-color`), c(`${family}-light-hover`)],
    [family === 'amber' ? c('black') : c('white'), c(`${family}-filled`)],
    [family === 'amber' ? c('black') : c('white'), c(`${family}-filled-hover`)],
  ]),
]
const marks = [
  ['control-border', c('body')],
  ['control-border', 'surface'],
  ['control-border', 'ground'],
  [c('default-border'), c('default')],
  [c('anchor'), c('body')],
  ...['petrol', 'green', 'red'].map((family) => [c(`${family}-filled`), c('body')]),
]

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  it.each(text(scheme))('text %s on %s is at least 4.5:1', (front, back) => {
    expect(contrast(hex(front!, scheme), hex(back!, scheme))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(marks)('mark %s on %s is at least 3:1', (front, back) => {
    expect(contrast(hex(front!, scheme), hex(back!, scheme))).toBeGreaterThanOrEqual(3)
  })
})

it('no screen has a text box measured by a script where the browser grows it: that costs three layouts a key', () => {
  const measured = sourcesOf('src').filter(({ path, text }) => path !== 'src/app/theme.ts' && /\bautosize\b/.test(text))
  expect(measured.map(({ path }) => path)).toEqual([])
})
