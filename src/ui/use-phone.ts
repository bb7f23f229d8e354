import { useMediaQuery } from '@mantine/hooks'

/** Under the documented end of the phone, 600 px: rows become cards, dialogs fill the screen, menus come from below. */
export const usePhone = () => useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false })
