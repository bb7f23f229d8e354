import { Box, Center } from '@mantine/core'
import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import classes from './layout.module.css'

/** Content and footer only. */
export const DefaultLayout = ({ children }: { children: ReactNode }) => (
  <Box className={classes.guest}>
    <Center component="main" className={classes.guestMain}>
      {children}
    </Center>
    <Footer />
  </Box>
)
