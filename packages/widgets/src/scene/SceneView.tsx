import { SceneSvg, type SceneSvgProps } from './SceneSvg.tsx'

export type SceneViewProps = SceneSvgProps

/** One part of a scene as a surface shows it. The client has made the addresses of its pictures whole already. */
export function SceneView(props: SceneViewProps) {
  return <SceneSvg {...props} />
}
