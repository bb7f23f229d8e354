import { useDocumentTitle } from '@mantine/hooks'

/** What the tab and a screen reader call the page. Every page says it, or the name of the last one would stay. */
export const usePageTitle = (title: string) => useDocumentTitle(`${title} – Piazzale`)
