import { useMediaQuery } from '@mantine/hooks'

/** From 1200 px on, the documented width of the large drawer: the menu stands beside the page. */
export const useDesk = () => useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
