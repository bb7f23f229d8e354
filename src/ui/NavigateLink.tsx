import { Anchor } from '@mantine/core'

interface NavigateLinkProps {
  /** Degrees. */
  latitude: number
  longitude: number
  /** Name of the destination, if a page has several. */
  to?: string
}
/** "Indicazioni": directions in the device's map app. */
export const NavigateLink = ({ latitude, longitude, to }: NavigateLinkProps) => (
  <Anchor
    href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
    target="_blank"
    rel="noreferrer"
    display="inline-block"
    lh="var(--target)"
    aria-label={to && `Indicazioni per ${to}`}
  >
    Indicazioni
  </Anchor>
)
