import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { Sections } from './edit-sections.ts'
import { placeAbove, readEditorPlace } from './editor-place.ts'

/** The open item of the editor, read from the address, and how to open another. On a narrow screen each step is one of the history. */
export function useEditorPlace(sections: Sections, narrow: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const to = (next: string, step: object) =>
    void navigate({ to: '.', search: true, hash: next, resetScroll: false, hashScrollIntoView: false, ...step })
  const place = readEditorPlace(hash, sections)
  const isDeeper = () => (router.state.location.state as { deeper?: boolean }).deeper
  return {
    place,
    to,
    go: (next: string) => to(next, narrow ? { state: { deeper: true } } : { replace: true }),
    up: () => (isDeeper() ? router.history.back() : to(placeAbove(place), { replace: true })),
  }
}
