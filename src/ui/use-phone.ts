import { useMediaQuery } from '@mantine/hooks'

/** Below 600 px, the documented limit of a phone: rows become cards, dialogs fill the screen, menus come from below. */
export const usePhone = () => useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false })
