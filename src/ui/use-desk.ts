import { useMediaQuery } from '@mantine/hooks'

/** From the documented width of the large drawer, 1200 px: the menu stands beside the page. */
export const useDesk = () => useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
