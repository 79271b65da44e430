"""Figures for Prometheus."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from damier.server.hub import Hub


class _HubFigures(Collector):
    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterator[Metric]:
        hub = self._hub
        yield GaugeMetricFamily("damier_tables", "Tables in memory", len(hub.rooms))
        yield GaugeMetricFamily("damier_sockets", "Open sockets", hub.sockets)
        yield CounterMetricFamily("damier_events", "Events made durable", hub.store.appended)
        yield CounterMetricFamily("damier_commits", "Commits", hub.store.commits)
        yield GaugeMetricFamily("damier_bots_pending", "Bots that think or wait", hub.bots.tables.pending)
        yield GaugeMetricFamily("damier_hints_pending", "Hints being worked out or waiting", hub.bots.hints.pending)
        yield CounterMetricFamily(
            "damier_bots_replaced", "Choices the watchdog made instead of a bot", hub.bots.replaced
        )


def exposition(hub: Hub) -> bytes:
    """Return all figures in the format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_HubFigures(hub))
    return generate_latest(registry)
