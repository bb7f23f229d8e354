import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Reads the token of a mailed link and removes it from the address, so that it stays in no history and on no screen. */
export function useOneTimeToken(inAddress: string | undefined): string | undefined {
  const [token] = useState(inAddress)
  const navigate = useNavigate()
  useEffect(() => {
    if (inAddress) void navigate({ to: '.', search: {}, replace: true })
  }, [inAddress, navigate])
  return token
}
