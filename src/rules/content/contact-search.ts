import type { ContactCategory } from '../../contract/content/useful-contacts.ts'
import { hasWords, searchWords } from '../../contract/kernel/fold.ts'

/** The directory cut down to what has every word of `text`: in the contact, or in the name of its container or category. */
export function among(categories: readonly ContactCategory[], text: string): readonly ContactCategory[] {
  if (!searchWords(text).length) return categories
  const has = (...texts: (string | null | undefined)[]) => hasWords(texts.join(' '), text)
  return categories
    .map((category) => ({
      ...category,
      containers: category.containers
        .map((container) => ({
          ...container,
          items: container.items.filter(({ label, value, note }) => has(category.name, container.name, label, value, note)),
        }))
        .filter(({ items, name, description }) => items.length || has(category.name, name, description)),
    }))
    .filter(({ containers }) => containers.length)
}
