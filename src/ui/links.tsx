import type { AnchorProps, ButtonProps } from '@mantine/core'
import { Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

// A link to the list that one stands under is not the page one is on.
// Mantine's polymorphic `component={Link}` loses the types of the router's parameters; these keep them.
type A = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>
export const LinkButton = createLink((props: ButtonProps & A) => <Button component="a" {...props} aria-current="false" />)
export const LinkAnchor = createLink((props: AnchorProps & A) => <Anchor {...props} aria-current="false" />)
