import { Anchor } from '@mantine/core'

interface NavigateLinkProps {
  /** Degrees. */
  latitude: number
  longitude: number
  /** What is there, where several are on a page. */
  to?: string
}
/** "Naviga": the way there, on the maps of the device. */
export const NavigateLink = ({ latitude, longitude, to }: NavigateLinkProps) => (
  <Anchor
    href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
    target="_blank"
    rel="noreferrer"
    display="inline-block"
    lh="var(--target)"
    aria-label={to && `Naviga verso ${to}`}
  >
    Naviga
  </Anchor>
)
