/** Views whose script loads when one of them is shown. */
import { Component, type ComponentChildren } from 'preact';
import { Suspense } from 'preact/compat';

import { Failure, Skeleton } from './parts';

export const later = () => import('../views/later');

export function Loaded(props: {
  /** Whether it opens above the view, so that nothing stands in its place meanwhile. */
  above?: boolean;
  children: ComponentChildren;
}) {
  return (
    <Boundary>
      <Suspense fallback={props.above ? null : <Skeleton lines={6} />}>{props.children}</Suspense>
    </Boundary>
  );
}

/** Shows that a view failed, for example because its script is gone after an update. */
class Boundary extends Component<{ children: ComponentChildren }, { error?: unknown }> {
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure error={error} retry={() => location.reload()} />;
  }
}
