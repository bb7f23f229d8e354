import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme, defaultVariantColorsResolver } from '@mantine/core'
import type { MouseEvent } from 'react'

/**
 * The theme of the app. Contrast is measured (tests/unit/theme.test.ts): in both schemes every text colour below has at least 4.5:1 on its
 * backgrounds; borders of controls, focus rings and marks at least 3:1. Meaning of the colours: petrol for actions, amber for what waits
 * for the person, green and red for outcomes, grey for the rest.
 */
const petrol: MantineColorsTuple = [
  '#ecf8fc',
  '#d7f0f7',
  '#b3e1ec',
  '#84cbdc',
  '#5eb4c9',
  '#439db1',
  '#247c8f',
  '#0b5563',
  '#0a4450',
  '#08343d',
]
const amber: MantineColorsTuple = [
  '#fff6ea',
  '#ffeacb',
  '#ffd497',
  '#ffbe66',
  '#f3aa40',
  '#d79127',
  '#ac731a',
  '#815616',
  '#684512',
  '#4f340d',
]
const green: MantineColorsTuple = [
  '#edfaf0',
  '#d8f3de',
  '#b0e7be',
  '#82d399',
  '#60bd7d',
  '#44a264',
  '#2c834c',
  '#27673d',
  '#1d512f',
  '#143c22',
]
const red: MantineColorsTuple = [
  '#fff2f1',
  '#ffe3df',
  '#ffc8c2',
  '#ffa39b',
  '#f98078',
  '#e75653',
  '#d2393a',
  '#af2f30',
  '#8d2425',
  '#681b1b',
]
const gray: MantineColorsTuple = [
  '#f8fbfb',
  '#f1f5f6',
  '#e2e9eb',
  '#cfd8da',
  '#869093',
  '#778385',
  '#616d70',
  '#4a5557',
  '#2e373a',
  '#192123',
]
const dark: MantineColorsTuple = [
  '#e4e9ea',
  '#c4cccf',
  '#a5b0b3',
  '#8b989b',
  '#3c4b4e',
  '#2a383c',
  '#1c2a2e',
  '#121e21',
  '#0b1618',
  '#070f11',
]

/** The browser grows text boxes by itself (styles.css); elsewhere a script measures them, at the cost of three layouts per key. */
const GROWS = !!globalThis.CSS?.supports?.('field-sizing', 'content')
/** Duration of all transitions, in milliseconds (none under prefers-reduced-motion). */
const MOTION = 150
const floating = { transitionProps: { duration: MOTION } }
const raised = { ...floating, shadow: 'md' }
/** The page behind a dialog stays readable. */
const before = { overlayProps: { backgroundOpacity: 0.35 } }
/** The list itself scrolls (styles.css): a scroll box inside it could not be reached by keyboard. */
const choices = {
  // Centred, a list begins in the middle of its box until it is measured: on a phone that widened the page, for good.
  comboboxProps: { ...raised, position: 'bottom-start' as const },
  withScrollArea: false,
  nothingFoundMessage: 'Nessun risultato',
  clearButtonProps: { 'aria-label': 'Svuota' },
  // Reached by Tab, a list that opens by itself covers the button of the form. It opens by typing, click or arrow.
  openOnFocus: false,
}
/** The <header> of a dialog must not count as a second banner of the page. */
const plainHeader = { attributes: { header: { role: 'none' } } }
const close = { closeButtonProps: { 'aria-label': 'Chiudi' } }

export const theme = createTheme({
  colors: { petrol, amber, green, red, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  black: '#192123',
  fontFamily: 'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // 14/20 with a mouse, 16/24 with touch (--text-body in styles.css); captions 14/20, nothing smaller; sections 16/24, page titles 22/28.
  fontSizes: { xs: '0.875rem', sm: 'var(--text-body)', md: 'var(--text-body)', lg: '1rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4286', sm: 'var(--text-body-line)', md: 'var(--text-body-line)', lg: '1.5', xl: '1.2727' },
  // Only titles are bold.
  fontWeights: { regular: '400', medium: '500', bold: '500' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.2727' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: 'var(--text-body)', lineHeight: 'var(--text-body-line)' },
      h4: { fontSize: 'var(--text-body)', lineHeight: 'var(--text-body-line)' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4286' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  // sm is the documented limit of a phone: 600 px.
  breakpoints: { xs: '22.5em', sm: '37.5em', md: '62em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.color === 'amber' && input.variant === 'filled' ? { ...colors, color: 'var(--mantine-color-black)' } : colors
  },
  // Texts that Mantine leaves out or has in English, and the one duration.
  components: {
    Modal: { defaultProps: { ...floating, ...close, ...plainHeader, ...before, centered: true } },
    Drawer: { defaultProps: { ...floating, ...close, ...plainHeader, ...before, position: 'right' } },
    // Mantine first focuses a placeholder that is no menu item, which a menu may not contain.
    Menu: { defaultProps: { ...raised, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: raised },
    Tooltip: { defaultProps: { ...floating, openDelay: 300 } },
    // What is typed marks the first match, so that Enter chooses it.
    Select: { defaultProps: { ...choices, selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: choices },
    TagsInput: { defaultProps: { openOnFocus: false } },
    Autocomplete: { defaultProps: { openOnFocus: false } },
    Alert: { defaultProps: { variant: 'light', closeButtonLabel: 'Chiudi' } },
    Notification: { defaultProps: { ...close, withBorder: true } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Mostra o nascondi la password', tabIndex: 0 } },
    },
    // The same file may be chosen again: after it was deleted, or could not be prepared. A browser tells only of another choice.
    FileButton: {
      defaultProps: { inputProps: { onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => (currentTarget.value = '') } },
    },
    Textarea: { defaultProps: { autosize: !GROWS, minRows: 2 } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
})

/** Tinted backgrounds of chips, alerts and light buttons: in the dark scheme Mantine's are darker than the page and hardly visible. */
const darkTints = Object.fromEntries(
  ['petrol', 'amber', 'green', 'red'].flatMap((name) => [
    [`--mantine-color-${name}-light`, `var(--mantine-color-${name}-9)`],
    [`--mantine-color-${name}-light-hover`, `var(--mantine-color-${name}-8)`],
  ]),
)
const amberFilled = {
  '--mantine-color-amber-filled': 'var(--mantine-color-amber-4)',
  '--mantine-color-amber-filled-hover': 'var(--mantine-color-amber-3)',
}

/** Overrides where Mantine's own colours are under 4.5:1, or would make amber brown. Pass it to MantineProvider beside the theme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...amberFilled,
    '--mantine-color-amber-text': 'var(--mantine-color-amber-7)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--control-border': 'var(--mantine-color-gray-4)',
    '--line': 'var(--mantine-color-gray-3)',
    '--surface': 'var(--mantine-color-gray-0)',
    '--ground': 'var(--mantine-color-gray-0)',
  },
  dark: {
    ...amberFilled,
    ...darkTints,
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-4)',
    '--mantine-color-amber-text': 'var(--mantine-color-amber-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-3)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--control-border': 'var(--mantine-color-dark-3)',
    '--line': 'var(--mantine-color-dark-4)',
    '--surface': 'var(--mantine-color-dark-6)',
    '--ground': 'var(--mantine-color-dark-8)',
  },
})
