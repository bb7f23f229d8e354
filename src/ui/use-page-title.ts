import { useDocumentTitle } from '@mantine/hooks'

/** Sets the title of the tab, which screen readers announce. Every page must call it, or the previous title stays. */
export const usePageTitle = (title: string) => useDocumentTitle(`${title} – Piazzale`)
