// As much of preact as the page uses.
export type Node = unknown;
export type Props = { key?: string | number; children?: Node };
export type Kind<P> = ((props: P) => Node) | (new (props: P) => Component<P>) | string;
export function h(kind: Kind<any>, props: object | null, ...children: Node[]): Node;
export function render(node: Node, parent: Element): void;
export class Component<P = object, S = object> {
  constructor(props?: P);
  props: P;
  state: S;
  shouldComponentUpdate?(next: P, state: S): boolean;
  render(props?: P, state?: S): Node;
}
