import { useRoot } from '../root.tsx'
import { SceneSvg, type SceneSvgProps } from './SceneSvg.tsx'

export type SceneViewProps = Omit<SceneSvgProps, 'api'>

/** One part of a scene as a surface shows it: with the pictures of the surface's shop. */
export function SceneView(props: SceneViewProps) {
  const { shop } = useRoot()
  return <SceneSvg {...props} api={shop.api} />
}
