import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The token of a link out of a mail, taken off the address as soon as it is read: it stays in no history and on no screen (reliability.md R8). */
export function useOneTimeToken(inAddress: string | undefined): string | undefined {
  const [token] = useState(inAddress)
  const navigate = useNavigate()
  useEffect(() => {
    if (inAddress) void navigate({ to: '.', search: {}, replace: true })
  }, [inAddress, navigate])
  return token
}
